import { type AccountAuth, isRefusal } from '../../platform/accounts/account-auth.server.ts';
import { newPasswordProblem, storedTokenOf } from '../../platform/accounts/passwords.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import type { Owner, PasswordChanged, PasswordSet } from './owner.server.ts';

const PER_ACCOUNT = { points: 10, seconds: 900 };

interface Parts {
  database: Database;
  auth: AccountAuth;
  agencyName: string;
  /** The token of a mailed link; null when another browser asked for it. */
  unbound(given: string, headers: Headers): string | null;
}

/** The passwords of owners. */
export function openOwnerPasswords({ database, auth, agencyName, unbound }: Parts) {
  const refused = (error: unknown) => isRefusal(error, database).then(() => null);
  return {
    /** Sets a password with the token of a mailed link. */
    async setPassword(
      { token: given, password, repeated }: { token: string; password: string; repeated: string },
      headers: Headers,
    ): Promise<PasswordSet> {
      const token = unbound(given, headers);
      if (!token) return { ok: false, problem: 'browser' };
      if (!repeated) return { ok: false, problem: 'unconfirmed' };
      if (password !== repeated) return { ok: false, problem: 'unequal' };
      const owner = await database.db
        .selectFrom('owner_tokens')
        .innerJoin('owners', 'owners.id', 'owner_tokens.value')
        .select(['owners.email', 'owners.name', 'owner_tokens.expires_at'])
        .where('owner_tokens.identifier', '=', storedTokenOf(token))
        .where('owners.disabled_at', 'is', null)
        .executeTakeFirst();
      if (!owner || owner.expires_at <= new Date().toISOString()) return { ok: false, problem: 'link' };
      // Checked before the token is used up.
      const problem = await newPasswordProblem(database, password, [owner.email, owner.name, agencyName]);
      if (problem) return { ok: false, problem };
      const response = await auth.api.resetPassword({ body: { newPassword: password, token } }).catch(refused);
      return response ? { ok: true } : { ok: false, problem: 'link' };
    },
    /** Sets a new password with the present one; all other sessions of the owner end. */
    async changePassword(
      owner: Owner,
      { current, password, repeated }: { current: string; password: string; repeated: string },
      headers: Headers,
    ): Promise<PasswordChanged> {
      if (!repeated) return { ok: false, problem: 'unconfirmed' };
      if (password !== repeated) return { ok: false, problem: 'unequal' };
      const often = await limit(database, `owner-password:${owner.id}`, PER_ACCOUNT);
      if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      const problem = await newPasswordProblem(database, password, [owner.email, owner.name, agencyName]);
      if (problem) return { ok: false, problem };
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
      const result = await auth.api.changePassword({ body, headers, returnHeaders: true }).catch(refused);
      if (!result) return { ok: false, problem: 'credentials' };
      // The login library has opened a new session, which is the only one now.
      if (owner.hasFactor)
        await database.db
          .updateTable('owner_sessions')
          .set({ factor_at: new Date().toISOString() })
          .where('user_id', '=', owner.id)
          .execute();
      return { ok: true, cookies: result.headers.getSetCookie() };
    },
  };
}
