import { isEmailAddress, normalisedEmailAddress } from '../../../domain/text/contact-details.ts';
import { isRefusal, openAccountAuth, plainHeaders, sessionOfCookie } from '../../platform/accounts/account-auth.ts';
import { newPasswordProblem, storedTokenOf } from '../../platform/accounts/passwords.ts';
import type { Database } from '../../platform/database/database.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.ts';
import { forget, limit } from '../../platform/rate-limit/rate-limit.ts';
import { acceptedStep, checkFactor, newRecoveryCodes, newTotpKey, sealed, totpUrl } from './second-factor.ts';
import { type FactorResult, STAFF_ACCOUNTS, type StaffEntry, type StaffMember } from './staff.ts';
import { recordStaffEvent } from './staff-events.ts';

const PER_ACCOUNT = { points: 10, seconds: 900 };
const PER_IP_ADDRESS = { points: 30, seconds: 900 };
const IDLE_SECONDS = 12 * 3600;
const LONGEST_MS = 7 * 86_400_000;
/** For how long a second factor counts as fresh. */
const FRESH_MS = 15 * 60_000;
const FAILED = { ok: false, problem: 'credentials' } as const;

interface Parts {
  database: Database;
  secret: string;
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
  const markFactor = (sessionId: string) =>
    db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).where('id', '=', sessionId).execute();
  const account = async (person: StaffMember): Promise<StaffRow> => {
    const row = await accountOf(person.id);
    if (!row) throw new Error('the account was removed');
    return row;
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
      const { factor_at } = await db
        .selectFrom('staff_sessions')
        .select('factor_at')
        .where('id', '=', session.id)
        .executeTakeFirstOrThrow();
      const { id, name, email, language, role, member } = row;
      const hasFactor = row.totp_key !== null;
      const staff = { id, name, email, language, role, member, sessionId: session.id, hasFactor, factorAt: factor_at };
      return { staff, cookies };
    },
    /** Whether somebody has shown everything that the studio asks for. */
    isIn: (person: StaffMember): boolean => person.factorAt !== null || (isLocal && !person.hasFactor),
    /** Whether the second factor was shown a short while ago; where none is needed, none is asked for again. */
    isFresh: (person: StaffMember): boolean =>
      (isLocal && !person.hasFactor) ||
      (person.factorAt !== null && Date.now() - Date.parse(person.factorAt) < FRESH_MS),
    async logIn(given: { email: string; password: string }, visitor: Visitor): Promise<StaffEntry> {
      const email = normalisedEmailAddress(given.email);
      for (const [key, most] of [
        [`staff-address:${ipAddressGroup(visitor.ipAddress)}`, PER_IP_ADDRESS],
        [`staff-account:${email}`, PER_ACCOUNT],
      ] as const) {
        const often = await limit(database, key, most);
        if (!often.ok) return { ok: false, problem: 'too-often', retryAfterSeconds: often.retryAfterSeconds };
      }
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
    /** Checks the second factor of a session. */
    async showFactor(person: StaffMember, code: string): Promise<FactorResult> {
      const result = await checkFactor(database, await account(person), code, secret);
      if (result.ok) await markFactor(person.sessionId);
      return result;
    },
    /** A key for a new authenticator app; it counts once a code of it was entered. */
    newKey: newTotpKey,
    keyUrl: totpUrl,
    /** Sets up an authenticator app with the first code of it; returns the recovery codes, which are shown once. */
    async setUpFactor(person: StaffMember, key: string, code: string): Promise<string[] | null> {
      const step = /^[A-Z2-7]{16,64}$/.test(key) ? acceptedStep(key, code, null) : null;
      // An app that is set up is replaced after "reset" only.
      if (step === null || person.hasFactor) return null;
      return database.transaction(async (transaction) => {
        await transaction
          .updateTable('staff')
          .set({ totp_key: sealed(key, secret), totp_step: step })
          .where('id', '=', person.id)
          .where('totp_key', 'is', null)
          .execute();
        await transaction
          .updateTable('staff_sessions')
          .set({ factor_at: new Date().toISOString() })
          .where('id', '=', person.sessionId)
          .execute();
        await recordStaffEvent(transaction, {
          ...{ staffId: person.id, who: person.name },
          ...{ action: 'factor-set-up', subject: person.email },
        });
        return newRecoveryCodes({ db: transaction }, person.id);
      });
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
      const problem = newPasswordProblem(database, password, [found.email, found.name, agencyName]);
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
    /** Ends one session of a person. */
    async endSession(person: StaffMember, id: string): Promise<void> {
      await db.deleteFrom('staff_sessions').where('id', '=', id).where('user_id', '=', person.id).execute();
    },
  };
}
