import type { Database } from '../../../platform/database/database.ts';
import { StorageProblem } from '../../../platform/database/storage-problem.ts';
import type { Owner, OwnerSession } from './owner.ts';
import type { OwnerAuth } from './owner-auth.ts';

/**
 * Throws the cause of a failure of the login library, which reads everything from the database and hides its errors.
 */
export async function libraryFailed(error: unknown, { db }: Database): Promise<never> {
  const { name, status } = error as { name?: string; status?: unknown };
  if (name !== 'APIError' || status !== 'INTERNAL_SERVER_ERROR') throw error;
  // A direct query throws the error of the database itself.
  await db.selectFrom('owner_sessions').select('id').limit(1).execute();
  throw new StorageProblem('unreachable', error);
}

interface Parts {
  auth: OwnerAuth;
  database: Database;
  absoluteMs: number;
}

/**
 * The owner whose session a cookie names, as long as neither the idle nor the absolute limit is reached and the account
 * is enabled.
 */
export async function currentSession(
  headers: Headers,
  { auth, database, absoluteMs }: Parts,
): Promise<{ owner: Owner | null; cookies: string[] }> {
  const cookie = headers.get('cookie') ?? '';
  if (!/(?:^|;\s*)(?:__Host-)?owner=/.test(cookie)) return { owner: null, cookies: [] };
  const result = await auth.api
    .getSession({ headers: new Headers({ cookie }), returnHeaders: true })
    .catch((error: unknown) => libraryFailed(error, database));
  const cookies = result.headers.getSetCookie();
  if (!result.response) return { owner: null, cookies };
  const { session, user } = result.response;
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

/** Records that a new session uses the portal, and returns when the one before it did. */
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

/** The active sessions of an owner, newest first. */
export async function sessionsOf({ db }: Pick<Database, 'db'>, owner: Owner): Promise<OwnerSession[]> {
  const rows = await db
    .selectFrom('owner_sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', owner.id)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id, user_agent, created_at, updated_at }) => ({
    id,
    current: id === owner.sessionId,
    userAgent: user_agent ?? '',
    since: created_at,
    seen: updated_at,
  }));
}

/** Removes expired sessions and links; returns their number. */
export async function forgetExpired({ db }: Pick<Database, 'db'>, now = new Date()): Promise<number> {
  const before = now.toISOString();
  const sessions = await db.deleteFrom('owner_sessions').where('expires_at', '<=', before).executeTakeFirst();
  const tokens = await db.deleteFrom('owner_tokens').where('expires_at', '<=', before).executeTakeFirst();
  return Number(sessions.numDeletedRows + tokens.numDeletedRows);
}
