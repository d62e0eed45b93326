import type { Database } from '../database/database.ts';
import { libraryFailed } from './library-failed.ts';
import type { Owner } from './owner.ts';
import type { OwnerAuth } from './owner-auth.ts';

interface Parts {
  auth: OwnerAuth;
  database: Database;
  absoluteMs: number;
}

/** The owner whose session a cookie names, as long as neither idle nor absolute limit is reached and the account is open. */
export async function currentSession(
  headers: Headers,
  { auth, database, absoluteMs }: Parts,
): Promise<{ owner: Owner | null; cookies: string[] }> {
  const cookie = headers.get('cookie') ?? '';
  if (!/(?:^|;\s*)(?:__Host-)?owner=/.test(cookie)) return { owner: null, cookies: [] };
  const answer = await auth.api
    .getSession({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error: unknown) => libraryFailed(error, database));
  const cookies = answer.headers.getSetCookie();
  if (!answer.response) return { owner: null, cookies };
  const { session, user } = answer.response;
  if (Date.now() - new Date(session.createdAt).getTime() > absoluteMs) {
    await database.db.deleteFrom('owner_sessions').where('id', '=', session.id).execute();
    return { owner: null, cookies: [] };
  }
  const row = await database.db
    .selectFrom('owners')
    .selectAll()
    .where('id', '=', user.id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { owner: null, cookies: [] };
  const { id, name, email, language, digest } = row;
  const seenBefore = await seen(database, row, session.id);
  return { owner: { id, name, email, language, digest, sessionId: session.id, seenBefore }, cookies };
}

/** Notes that a new session looks at the portal, and says when the one before it did. */
async function seen(
  { db }: Database,
  {
    id,
    seen_session,
    seen_at,
    seen_before,
  }: { id: string; seen_session: string | null; seen_at: string | null; seen_before: string | null },
  sessionId: string,
): Promise<string | null> {
  if (seen_session === sessionId) return seen_before;
  const now = new Date().toISOString();
  await db
    .updateTable('owners')
    .set({ seen_session: sessionId, seen_before: seen_at, seen_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('seen_session', 'is', null), eb('seen_session', '!=', sessionId)]))
    .execute();
  return seen_at;
}
