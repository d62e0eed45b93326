import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import { PROMISED } from '../../i18n/promised.ts';
import type { Database } from '../database/database.server.ts';
import type { OwnerRow } from '../database/owner-schema.ts';
import type { Schema } from '../database/schema.ts';
import { StorageProblem } from '../database/storage-problem.ts';
import { signatureOf } from '../signing/signature.server.ts';
import { recordOf } from '../values/values.ts';

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

/** An owner as mails address them. */
export type MailedOwner = Pick<OwnerRow, 'id' | 'name' | 'email' | 'language'>;

/** The owners of a property who have an account, by name. */
export const ownersOf = (db: Pick<Kysely<Schema>, 'selectFrom'>, propertyId: string): Promise<MailedOwner[]> =>
  db
    .selectFrom('owner_properties')
    .innerJoin('owners', 'owners.id', 'owner_properties.owner_id')
    .select(['owners.id', 'owners.name', 'owners.email', 'owners.language'])
    .where('owner_properties.property_id', '=', propertyId)
    .where('owners.disabled_at', 'is', null)
    .orderBy('owners.name')
    .execute();

/** Which tables hold one kind of accounts, and what differs in their logins. */
export interface AccountKind {
  /** Name of the cookie; `__Host-` is put before it where the site is on https. */
  cookie: 'owner' | 'staff';
  tables: TablesOf<'owners', 'owner'> | TablesOf<'staff', 'staff'>;
  /** Columns of the account that pages read beside name and email address. */
  fields: readonly string[];
}

interface TablesOf<Accounts extends string, Prefix extends string> {
  accounts: Accounts;
  sessions: `${Prefix}_sessions`;
  credentials: `${Prefix}_credentials`;
  tokens: `${Prefix}_tokens`;
  recoveryCodes: `${Prefix}_recovery_codes`;
  passkeys: `${Prefix}_passkeys`;
}

/** The dependencies of the login library. */
export interface AccountAuthParts {
  database: Database;
  secret: string;
  /** The origin on which these accounts log in. */
  origin: string;
  idleSeconds: number;
  /** Receives the token to be mailed; called only for accounts that exist. */
  sendReset(account: { id: string; email: string; name: string }, token: string): Promise<void>;
  /** Receives the token of a login without password; left out = these accounts have no such login. */
  sendLink?(email: string, token: string): Promise<void>;
}

export const PASSWORD_LENGTH = { least: PROMISED.passwordLeast, most: PROMISED.passwordMost };
/** For how long a mailed link is valid (ASVS 6.5.5). */
export const LINK_MINUTES = PROMISED.linkMinutes;

/** Opens a session for an account that proved itself in another way; `auth.api` has it, and no URL leads to it. */
const openSession = {
  id: 'open-session',
  endpoints: {
    openSession: createAuthEndpoint(
      '/open-session',
      { method: 'POST', body: z.object({ id: z.string() }), metadata: { SERVER_ONLY: true } },
      async (context) => {
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(context.body.id);
        const session = user && (await internalAdapter.createSession(user.id));
        if (!user || !session) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(context, { session, user });
        return context.json({ id: session.id });
      },
    ),
  },
} satisfies BetterAuthPlugin;

/** How the library names the columns of its tables. */
const SESSION_COLUMNS = {
  userId: 'user_id',
  expiresAt: 'expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
};
const CREDENTIAL_COLUMNS = {
  accountId: 'account_id',
  providerId: 'provider_id',
  userId: 'user_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const passwordLogin = (sendReset: AccountAuthParts['sendReset']): BetterAuthOptions['emailAndPassword'] => ({
  enabled: true,
  disableSignUp: true,
  minPasswordLength: PASSWORD_LENGTH.least,
  maxPasswordLength: PASSWORD_LENGTH.most,
  resetPasswordTokenExpiresIn: LINK_MINUTES * 60,
  revokeSessionsOnPasswordReset: true,
  sendResetPassword: ({ user, token }) => sendReset(user, token),
});

const linkLogin = (sendLink: AccountAuthParts['sendLink']) =>
  magicLink({
    disableSignUp: true,
    expiresIn: LINK_MINUTES * 60,
    // The prefix ensures that a stored value is never itself a token.
    storeToken: { type: 'custom-hasher', hash: async (token) => `login-link:${token}` },
    sendMagicLink: async ({ email, token }) => sendLink?.(email, token),
  });

/**
 * Passwords, sessions and single-use tokens of one kind of accounts. Only the library's functions are used, never its
 * own endpoints: pages and endpoints are ours, work without JavaScript, and check rate limits and origin themselves.
 */
export function openAccountAuth(
  { cookie, tables, fields }: AccountKind,
  { database, secret, origin, idleSeconds, sendReset, sendLink }: AccountAuthParts,
) {
  const secure = origin.startsWith('https:');
  return betterAuth({
    baseURL: origin,
    secret: signatureOf(secret, tables.accounts, 'sessions'),
    // Both engines store moments as text and booleans as numbers, which is what the library writes for SQLite.
    database: { db: database.db, type: 'sqlite' },
    telemetry: { enabled: false },
    // The library's log messages contain names of people.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: passwordLogin(sendReset),
    plugins: [linkLogin(sendLink), openSession],
    databaseHooks: {
      session: {
        create: {
          // A disabled account gets the same message as a wrong password.
          before: async ({ userId }) => ((await isEnabled(database, tables.accounts, userId)) ? undefined : false),
        },
      },
    },
    user: {
      modelName: tables.accounts,
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: Object.fromEntries(fields.map((name) => [name, { type: 'string', input: false }])),
    },
    session: {
      modelName: tables.sessions,
      expiresIn: idleSeconds,
      updateAge: Math.min(300, Math.floor(idleSeconds / 4)),
      freshAge: 0,
      cookieCache: { enabled: false },
      fields: SESSION_COLUMNS,
    },
    account: {
      modelName: tables.credentials,
      fields: CREDENTIAL_COLUMNS,
    },
    verification: {
      modelName: tables.tokens,
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      cookies: { session_token: { name: secure ? `__Host-${cookie}` : cookie } },
    },
  });
}

export type AccountAuth = ReturnType<typeof openAccountAuth>;

async function isEnabled({ db }: Database, table: 'owners' | 'staff', id: string): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the error of a call of the login library is its refusal; any other error is thrown, with its cause. */
async function isRefusal(error: unknown, database: Database): Promise<true> {
  const { name, status } = recordOf(error);
  if (name === 'APIError' && status !== 'INTERNAL_SERVER_ERROR') return true;
  return libraryFailed(error, database);
}

/** Makes null of a refusal of the login library, for `catch`; throws every other error. */
export const nullIfRefused = (database: Database) => (error: unknown) => isRefusal(error, database).then(() => null);

/**
 * Throws the cause of a failure of the login library, which reads everything from the database and hides its errors.
 */
async function libraryFailed(error: unknown, { db }: Database): Promise<never> {
  const { name, status } = recordOf(error);
  if (name !== 'APIError' || status !== 'INTERNAL_SERVER_ERROR') throw error;
  // A direct query throws the error of the database itself.
  await db.selectFrom('keys').select('name').limit(1).execute();
  throw new StorageProblem('unreachable', error);
}
