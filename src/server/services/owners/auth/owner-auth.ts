import { betterAuth } from 'better-auth';
import { magicLink } from 'better-auth/plugins/magic-link';
import type { Database } from '../../../platform/database/database.ts';
import { signatureOf } from '../../../platform/signing/signature.ts';

/** The dependencies of the login library. */
export interface OwnerAuthParts {
  database: Database;
  secret: string;
  siteUrl: string;
  idleSeconds: number;
  /** Receives the token to be mailed; called only for owners that exist. */
  sendReset(owner: { id: string; email: string; name: string }, token: string): Promise<void>;
  /** Receives the token to be mailed; the email address may belong to no account. */
  sendLink(email: string, token: string): Promise<void>;
}

export const PASSWORD_LENGTH = { least: 12, most: 128 };
export const RESET_MINUTES = 60;
export const LINK_MINUTES = 15;

/**
 * Passwords, sessions and single-use tokens of owners. Only the library's functions are used, never its own endpoints:
 * pages and endpoints are ours, work without JavaScript, and check rate limits and origin themselves.
 */
export function openOwnerAuth({ database, secret, siteUrl, idleSeconds, sendReset, sendLink }: OwnerAuthParts) {
  const secure = siteUrl.startsWith('https:');
  return betterAuth({
    baseURL: siteUrl,
    secret: signatureOf(secret, 'owners', 'sessions'),
    // Both engines store moments as text and booleans as numbers, which is what the library writes for SQLite.
    database: { db: database.db, type: 'sqlite' },
    telemetry: { enabled: false },
    // The library's log messages contain names of people.
    logger: { disabled: true },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.least,
      maxPasswordLength: PASSWORD_LENGTH.most,
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) => sendReset(user, token),
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        expiresIn: LINK_MINUTES * 60,
        // The prefix ensures that a stored value is never itself a token.
        storeToken: { type: 'custom-hasher', hash: async (token) => `login-link:${token}` },
        sendMagicLink: ({ email, token }) => sendLink(email, token),
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          // A disabled account gets the same message as a wrong password.
          before: async ({ userId }) => {
            const open = await database.db
              .selectFrom('owners')
              .select('id')
              .where('id', '=', userId)
              .where('disabled_at', 'is', null)
              .executeTakeFirst();
            return open ? undefined : false;
          },
        },
      },
    },
    user: {
      modelName: 'owners',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      additionalFields: { language: { type: 'string', input: false }, digest: { type: 'string', input: false } },
    },
    session: {
      modelName: 'owner_sessions',
      expiresIn: idleSeconds,
      updateAge: Math.min(300, Math.floor(idleSeconds / 4)),
      freshAge: 0,
      cookieCache: { enabled: false },
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
    },
    account: {
      modelName: 'owner_credentials',
      fields: {
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
      },
    },
    verification: {
      modelName: 'owner_tokens',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      ipAddress: { disableIpTracking: true },
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure },
      cookies: { session_token: { name: secure ? '__Host-owner' : 'owner' } },
    },
  });
}

export type OwnerAuth = ReturnType<typeof openOwnerAuth>;
