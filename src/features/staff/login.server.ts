import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ctx } from '../../content/site/ctx.server.ts';
import {
  isRefusal,
  openAccountAuth,
  plainHeaders,
  sessionOfCookie,
} from '../../platform/accounts/account-auth.server.ts';
import { newPasswordProblem, storedTokenOf, storePassword } from '../../platform/accounts/passwords.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { forget, ipAddressGroup, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { markFactor, openStaffFactors } from './own-account.server.ts';
import { preferencesOf } from './preferences.ts';
import { isStaffError, STAFF_ACCOUNTS, type StaffEntry, type StaffMember } from './staff.server.ts';
import { addStaff, OPERATOR } from './staff-accounts.server.ts';

const PER_ACCOUNT = { points: 10, seconds: 900 };
const PER_IP_ADDRESS = { points: 30, seconds: 900 };
const IDLE_SECONDS = 12 * 3600;
const LONGEST_MS = 7 * 86_400_000;
const FAILED = { ok: false, problem: 'credentials' } as const;

interface Parts extends Pick<Ctx, 'database' | 'secret'> {
  /** The origin of the studio. */
  origin: string;
  /** Whether the demo member of staff may enter without a second factor: on a local address only. */
  isLocal: boolean;
  agencyName: string;
}

interface Visitor {
  ipAddress: string;
  headers: Headers;
}

/** Opens the login of the studio. */
export function openStaff({ database, secret, origin, isLocal, agencyName }: Parts) {
  const { db } = database;
  const auth = openAccountAuth(STAFF_ACCOUNTS, {
    database,
    secret,
    origin,
    idleSeconds: IDLE_SECONDS,
    // A lost password is reset by an administrator or by a command, never by a mail that somebody else requests.
    sendReset: async () => {},
  });
  const refused = (error: unknown) => isRefusal(error, database).then(() => null);
  const accountOf = (id: string) =>
    db.selectFrom('staff').selectAll().where('id', '=', id).where('disabled_at', 'is', null).executeTakeFirst();
  const factors = openStaffFactors({ database, secret, origin, isLocal, agencyName });
  const often = async (keys: readonly (readonly [string, typeof PER_ACCOUNT])[]) => {
    for (const [key, most] of keys) {
      const result = await limit(database, key, most);
      if (!result.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: result.retryAfterSeconds } as const;
    }
    return null;
  };

  return {
    /** The member of staff who is logged in; `cookies` extend the session, unless this is no use of it. */
    async session(
      headers: Headers,
      { isUse = true }: { isUse?: boolean } = {},
    ): Promise<{ staff: StaffMember | null; cookies: string[] }> {
      const { session, cookies } = await sessionOfCookie(headers, STAFF_ACCOUNTS, { auth, database, isUse });
      if (!session) return { staff: null, cookies };
      if (Date.now() - session.createdAt.getTime() > LONGEST_MS) {
        await db.deleteFrom('staff_sessions').where('id', '=', session.id).execute();
        return { staff: null, cookies: [] };
      }
      const row = await accountOf(session.userId);
      if (!row) return { staff: null, cookies: [] };
      const { factor_at, passkeys } = await db
        .selectFrom('staff_sessions')
        .select([
          'factor_at',
          ({ selectFrom, fn }) =>
            selectFrom('staff_passkeys')
              .select(fn.countAll<number | string>().as('count'))
              .where('account_id', '=', row.id)
              .as('passkeys'),
        ])
        .where('id', '=', session.id)
        .executeTakeFirstOrThrow();
      const { id, name, email, language, role, member } = row;
      const hasApp = row.totp_key !== null;
      const factor = { hasApp, hasFactor: hasApp || Number(passkeys) > 0, factorAt: factor_at };
      const preferences = preferencesOf({ keys: row.keys, undoSeconds: row.undo_seconds });
      const staff = { id, name, email, language, preferences, role, member, sessionId: session.id, ...factor };
      return { staff, cookies };
    },
    ...factors,
    async logIn(given: { email: string; password: string }, visitor: Visitor): Promise<StaffEntry> {
      const email = normalisedEmailAddress(given.email);
      const refusal = await often([
        [`staff-address:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS],
        [`staff-account:${email}`, PER_ACCOUNT],
      ]);
      if (refusal) return refusal;
      if (!isEmailAddress(email) || given.password.length > 1000) return FAILED;
      const result = await auth.api
        .signInEmail({
          body: { email, password: given.password },
          headers: plainHeaders(visitor),
          returnHeaders: true,
        })
        .catch(refused);
      if (!result) return FAILED;
      await forget(database, `staff-account:${email}`, PER_ACCOUNT);
      return { ok: true, cookies: result.headers.getSetCookie() };
    },
    async logOut(headers: Headers): Promise<string[]> {
      const { headers: responseHeaders } = await auth.api.signOut({ headers, returnHeaders: true });
      return responseHeaders.getSetCookie();
    },
    /**
     * Logs in with a passkey alone, which is two factors: the device and what unlocks it. Somebody who has logged in
     * with a password shows the second factor with it.
     */
    async logInWithPasskey(response: unknown, person: StaffMember | null, visitor: Visitor): Promise<StaffEntry> {
      const refusal = await often([[`staff-passkey:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS]]);
      if (refusal) return refusal;
      const id = await factors.passkeys.verify(response, person);
      if (!id || !(await accountOf(id))) return { ok: false, problem: 'passkey' };
      if (person) {
        await markFactor({ db }, person.sessionId);
        return { ok: true, cookies: [] };
      }
      const opened = await auth.api
        .openSession({ body: { id }, headers: plainHeaders(visitor), returnHeaders: true })
        .catch(refused);
      if (!opened) return { ok: false, problem: 'passkey' };
      await markFactor({ db }, opened.response.id);
      return { ok: true, cookies: opened.headers.getSetCookie() };
    },
    /** Sets the first password, or a new one after a reset, with the token of the link. */
    async setPassword({ token, password, repeated }: { token: string; password: string; repeated: string }) {
      if (password !== repeated) return { ok: false, problem: 'unequal' } as const;
      const found = await db
        .selectFrom('staff_tokens')
        .innerJoin('staff', 'staff.id', 'staff_tokens.value')
        .select(['staff.email', 'staff.name', 'staff_tokens.expires_at'])
        .where('staff_tokens.identifier', '=', storedTokenOf(token))
        .where('staff.disabled_at', 'is', null)
        .executeTakeFirst();
      if (!found || found.expires_at <= new Date().toISOString()) return { ok: false, problem: 'link' } as const;
      const problem = await newPasswordProblem(database, password, [found.email, found.name, agencyName]);
      if (problem) return { ok: false, problem } as const;
      const response = await auth.api.resetPassword({ body: { newPassword: password, token } }).catch(refused);
      return response ? ({ ok: true } as const) : ({ ok: false, problem: 'link' } as const);
    },
    /** The sessions of a person, newest first. */
    async sessions(person: StaffMember) {
      const rows = await db
        .selectFrom('staff_sessions')
        .select(['id', 'user_agent', 'created_at', 'updated_at'])
        .where('user_id', '=', person.id)
        .where('expires_at', '>', new Date().toISOString())
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map((row) => ({ ...row, isThis: row.id === person.sessionId }));
    },
    /** Which of these sessions have ended, or belong to an account that was disabled or has another role now. */
    async endedSessions(sessions: readonly { id: string; role: string }[]): Promise<Set<string>> {
      if (sessions.length === 0) return new Set();
      const rows = await db
        .selectFrom('staff_sessions')
        .innerJoin('staff', 'staff.id', 'staff_sessions.user_id')
        .select(['staff_sessions.id', 'staff.role'])
        .where(
          'staff_sessions.id',
          'in',
          sessions.map(({ id }) => id),
        )
        .where('expires_at', '>', new Date().toISOString())
        .where('staff_sessions.created_at', '>', new Date(Date.now() - LONGEST_MS).toISOString())
        .where('staff.disabled_at', 'is', null)
        .execute();
      const roles = new Map<string, string>(rows.map(({ id, role }) => [id, role]));
      return new Set(sessions.flatMap(({ id, role }) => (roles.get(id) === role ? [] : [id])));
    },
    /** Ends one session of a person; false when there is none. */
    async endSession(person: StaffMember, id: string): Promise<boolean> {
      const ended = db.deleteFrom('staff_sessions').where('id', '=', id).where('user_id', '=', person.id);
      return (await ended.executeTakeFirst()).numDeletedRows > 0n;
    },
  };
}

interface DemoParts {
  site: { languages: readonly string[]; defaultLanguage: string; members: readonly { id: string }[] };
  contentDir: string;
  dataDir: string;
}

const EMAIL = 'demo@studio.example';

/**
 * Creates the demo member of staff of the demo agency while nobody works in the studio; returns the login once. On a
 * local address it needs no second factor.
 */
export async function makeDemoStaff(
  database: Database,
  { site, contentDir, dataDir }: DemoParts,
): Promise<{ email: string; password: string } | null> {
  if (!existsSync(join(contentDir, 'demo'))) return null;
  if (await database.db.selectFrom('staff').select('id').limit(1).executeTakeFirst()) return null;
  const { languages, members } = site;
  const person = { email: EMAIL, name: 'Demo', role: 'admin', language: site.defaultLanguage, member: members[0]?.id };
  try {
    const { id } = await addStaff(database, person, { languages, members }, OPERATOR);
    const password = randomBytes(12).toString('base64url');
    await storePassword(database, STAFF_ACCOUNTS, id, password);
    writeFileSync(join(dataDir, 'demo-staff.txt'), `${EMAIL}\n${password}\n`, { mode: 0o600 });
    return { email: EMAIL, password };
  } catch (error) {
    // Another process was first and prints the password.
    if (isStaffError(error)) return null;
    throw error;
  }
}
