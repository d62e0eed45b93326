import type { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { type AccountAuth, type AccountKind, sessionOfCookie } from '../../platform/accounts/account-auth.server.ts';
import type { Passkeys } from '../../platform/accounts/passkeys.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OwnerRow } from '../../platform/database/owner-schema.ts';
import { ownCookieOf, setCookie } from '../../platform/http/cookies.ts';
import type { TooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import type { MailSite } from '../agency/agency-mail.server.ts';
import type { NoticeCtx } from '../agency/security-notice.server.ts';
import type { PortalSettings } from './settings.ts';

/** An owner who is logged in. */
export interface Owner {
  id: string;
  name: string;
  email: string;
  language: string;
  digest: 'weekly' | 'off';
  /** The current session. */
  sessionId: string;
  /** Whether an authenticator app is set up. */
  hasApp: boolean;
  /** Whether an authenticator app or a passkey is set up. */
  hasFactor: boolean;
  /** Whether this session has shown all that is asked for; without it, only the second step of the login opens. */
  isIn: boolean;
  /** When an earlier session last used the portal; null in the first session. */
  seenBefore: string | null;
}

/** The result of a login, with the cookies of the session. */
export type Entry =
  | { ok: true; language: string; cookies: string[] }
  | { ok: false; problem: 'credentials' | 'link' | 'browser' | 'passkey' }
  | TooOften;

/** The result of requesting a mail, the same for known and unknown email addresses. */
export type Asked = { ok: true; cookies: string[] } | { ok: false; problem: 'email' } | TooOften;

/** The result of changing a password while logged in; every other session ends. */
export type PasswordChanged =
  | { ok: true; cookies: string[] }
  | { ok: false; problem: 'credentials' | 'short' | 'long' | 'common' | 'leaked' | 'unequal' | 'unconfirmed' }
  | TooOften;

/** The result of a change of the second factor; `codes` are new recovery codes, which are shown once. */
export type FactorChanged =
  | { ok: true; codes: string[] | null }
  | { ok: false; problem: 'credentials' | 'code' | 'passkey' | 'link' }
  | TooOften;

/** The result of setting a password. */
export type PasswordSet =
  | { ok: true }
  | { ok: false; problem: 'short' | 'long' | 'common' | 'leaked' | 'unequal' | 'unconfirmed' | 'link' | 'browser' };

/** One login of an owner on one device. */
export interface OwnerSession {
  id: string;
  current: boolean;
  userAgent: string;
  since: string;
  seen: string;
}

/** What the login of owners works with. */
export interface OwnerCtx extends NoticeCtx, Pick<Ctx, 'events' | 'secret' | 'siteUrl'> {
  site: MailSite & { settings: { portal: PortalSettings } };
  log: { error(facts: object, message: string): void };
  auth: AccountAuth;
  passkeys: Passkeys;
  /** Mails that are made after the response. */
  behind: Set<Promise<void>>;
  /** The page and the browser in which a mail was requested; the login library does not pass them on. */
  requestedIn: AsyncLocalStorage<{ language: string; mark: string }>;
}

/** The accounts of owners. */
export const OWNER_ACCOUNTS: AccountKind = {
  cookie: 'owner',
  tables: {
    accounts: 'owners',
    sessions: 'owner_sessions',
    credentials: 'owner_credentials',
    tokens: 'owner_tokens',
    recoveryCodes: 'owner_recovery_codes',
    passkeys: 'owner_passkeys',
  },
  fields: ['language', 'digest'],
};

const PURPOSE = 'owner-asked';
const MAX_AGE_SECONDS = 3600;
/** Tokens of invitations begin so. Nobody asked for them in a browser, so they are bound to none. */
export const INVITATION_PREFIX = 'i-';

const NAME = 'asked';

/** The mark of the browser that asks for a mail, and the cookie that keeps it; the mark of before stays. */
export function askingBrowser(headers: Headers, secure: boolean): { mark: string; cookie: string } {
  const kept = ownCookieOf(headers.get('cookie'), NAME, secure) ?? '';
  const mark = /^[\w-]{32}$/.test(kept) ? kept : randomBytes(24).toString('base64url');
  return { mark, cookie: setCookie(NAME, mark, { maxAge: MAX_AGE_SECONDS, secure, httpOnly: true }) };
}

/** A token that works only in the browser with this mark. */
export const boundToken = (token: string, mark: string, secret: string): string =>
  `${token}.${signatureOf(secret, PURPOSE, `${token}\n${mark}`)}`;

/** The token of a mailed link; null when the link was requested in another browser (ASVS 6.6.2). */
export function unboundToken(
  given: string,
  headers: Headers,
  { secret, siteUrl }: Pick<OwnerCtx, 'secret' | 'siteUrl'>,
): string | null {
  if (given.startsWith(INVITATION_PREFIX)) return given;
  const [token = '', signature = ''] = given.split('.');
  const mark = ownCookieOf(headers.get('cookie'), NAME, siteUrl.startsWith('https:')) ?? '';
  return mark && isSigned(secret, PURPOSE, `${token}\n${mark}`, signature) ? token : null;
}

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
