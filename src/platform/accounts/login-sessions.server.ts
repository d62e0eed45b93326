import type { Database } from '../database/database.server.ts';
import { type AccountAuth, type AccountKind, libraryFailed } from './account-auth.server.ts';

/** A session that has not ended. */
export interface LiveSession {
  id: string;
  userId: string;
  createdAt: Date;
}

/** The session of a cookie, with the cookies that extend it; null without one, or when it has expired. */
export async function sessionOfCookie(
  headers: Headers,
  { cookie }: AccountKind,
  { auth, database, isUse = true }: { auth: AccountAuth; database: Database; isUse?: boolean | undefined },
): Promise<{ session: LiveSession | null; cookies: string[] }> {
  const sent = headers.get('cookie') ?? '';
  if (!new RegExp(`(?:^|;\\s*)(?:__Host-)?${cookie}=`).test(sent)) return { session: null, cookies: [] };
  const result = await auth.api
    .getSession({ headers: new Headers({ cookie: sent }), query: { disableRefresh: !isUse }, returnHeaders: true })
    .catch((error: unknown) => libraryFailed(error, database));
  const cookies = result.headers.getSetCookie();
  if (!result.response) return { session: null, cookies };
  const { id, userId, createdAt } = result.response.session;
  return { session: { id, userId, createdAt: new Date(createdAt) }, cookies };
}

/**
 * Only the headers that the list of sessions shows. The session cookie of this browser is left out, so that each login
 * gets a new session ID.
 */
export function plainHeaders({ headers }: { headers: Headers }): Headers {
  return new Headers({ 'user-agent': (headers.get('user-agent') ?? '').slice(0, 200) });
}

/** Removes expired sessions and links of one kind of accounts; returns their number. */
export async function forgetExpired(
  { db }: Pick<Database, 'db'>,
  { tables }: AccountKind,
  now = new Date(),
): Promise<number> {
  const before = now.toISOString();
  const sessions = await db.deleteFrom(tables.sessions).where('expires_at', '<=', before).executeTakeFirst();
  const tokens = await db.deleteFrom(tables.tokens).where('expires_at', '<=', before).executeTakeFirst();
  return Number(sessions.numDeletedRows + tokens.numDeletedRows);
}
