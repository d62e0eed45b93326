import type { AccountAuth } from '../../platform/accounts/account-auth.server.ts';
import { sessionOfCookie } from '../../platform/accounts/login-sessions.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OwnerRow } from '../../platform/database/owner-schema.ts';
import type { Owner, OwnerSession } from './owner.server.ts';
import { OWNER_ACCOUNTS } from './owner-accounts.server.ts';

interface Parts {
  auth: AccountAuth;
  database: Database;
  absoluteMs: number;
  /** Whether every owner needs a second factor. */
  isFactorRequired: boolean;
}

/**
 * The owner whose session a cookie names, as long as neither the idle nor the absolute limit is reached and the account
 * is enabled. An owner who still has to show the second factor is `pending`.
 */
export async function currentSession(
  headers: Headers,
  { auth, database, absoluteMs, isFactorRequired }: Parts,
): Promise<{ owner: Owner | null; pending: Owner | null; cookies: string[] }> {
  const { session, cookies } = await sessionOfCookie(headers, OWNER_ACCOUNTS, { auth, database });
  if (!session) return { ...NOBODY, cookies };
  if (Date.now() - session.createdAt.getTime() > absoluteMs) {
    await database.db.deleteFrom('owner_sessions').where('id', '=', session.id).execute();
    return { ...NOBODY, cookies: [] };
  }
  const row = await database.db
    .selectFrom('owners')
    .selectAll()
    .where('id', '=', session.userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return { ...NOBODY, cookies: [] };
  const { id, name, email, language, digest } = row;
  const factor = await factorOf(database, row, session.id);
  const isIn = factor.shown || !(factor.hasFactor || isFactorRequired);
  const seenBefore = isIn ? await seen(database, row, session.id) : null;
  const { hasApp, hasFactor } = factor;
  const owner = { id, name, email, language, digest, sessionId: session.id, hasApp, hasFactor, isIn, seenBefore };
  return isIn ? { owner, pending: null, cookies } : { owner: null, pending: owner, cookies };
}

const NOBODY = { owner: null, pending: null };

/** What second factor an account has, and whether a session has shown it. */
async function factorOf({ db }: Database, { id, totp_key }: OwnerRow, sessionId: string) {
  const found = await db
    .selectFrom('owner_sessions')
    .select([
      'factor_at',
      ({ selectFrom, fn }) =>
        selectFrom('owner_passkeys')
          .select(fn.countAll<number | string>().as('count'))
          .where('account_id', '=', id)
          .as('passkeys'),
    ])
    .where('id', '=', sessionId)
    .executeTakeFirst();
  const hasApp = totp_key !== null;
  return { hasApp, hasFactor: hasApp || Number(found?.passkeys ?? 0) > 0, shown: Boolean(found?.factor_at) };
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
