import { verifyPassword } from 'better-auth/crypto';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { openPasskeys } from '../../platform/accounts/passkeys.server.ts';
import { newPasswordProblem, storePassword } from '../../platform/accounts/passwords.server.ts';
import {
  checkFactor,
  type FactorResult,
  isFreshFactor,
  newRecoveryCodes,
  newTotpKey,
  setUpApp,
  totpUrl,
} from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { forget, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import type { Preferences } from './preferences.ts';
import { STAFF_ACCOUNTS, type StaffMember } from './staff.server.ts';
import { isNameTaken } from './staff-accounts.server.ts';
import { recordStaffEvent } from './staff-events.server.ts';

interface Parts extends Pick<Ctx, 'database' | 'secret'> {
  /** The origin of the studio. */
  origin: string;
  /** Whether the demo member of staff may enter without a second factor: on a local address only. */
  isLocal: boolean;
  agencyName: string;
}

/** What an account has after a second factor was added; the recovery codes are made with the first one. */
export type FactorAdded = { codes: string[] | null } | null;

/** The second factor of staff: an authenticator app, passkeys, recovery codes. */
export function openStaffFactors({ database, secret, origin, isLocal, agencyName }: Parts) {
  const { db } = database;
  const passkeys = openPasskeys(STAFF_ACCOUNTS, { database, origin, agencyName });
  const needsNone = (person: Pick<StaffMember, 'hasFactor'>) => isLocal && !person.hasFactor;
  const isFresh = (person: StaffMember) => needsNone(person) || isFreshFactor(person.factorAt);
  /** A first factor is set up right after the password; another one needs a fresh factor. */
  const mayAdd = (person: StaffMember) => !person.hasFactor || isFresh(person);

  return {
    /** Whether somebody has shown everything that the studio asks for. */
    isIn: (person: Pick<StaffMember, 'factorAt' | 'hasFactor'>): boolean =>
      person.factorAt !== null || needsNone(person),
    /** Whether the second factor was shown a short while ago; where none is needed, none is asked for again. */
    isFresh,
    /** Checks the second factor of a session. */
    async showFactor(person: StaffMember, code: string): Promise<FactorResult> {
      const row = await db
        .selectFrom('staff')
        .select(['id', 'totp_key', 'totp_step'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      const result = await checkFactor(database, STAFF_ACCOUNTS, row, { code, secret });
      if (result.ok) await markFactor({ db }, person.sessionId);
      return result;
    },
    /** A key for a new authenticator app; it counts once a code of it was entered. */
    newKey: newTotpKey,
    keyUrl: totpUrl,
    /** Sets up an authenticator app with the first code of it; returns the recovery codes, which are shown once. */
    async setUpFactor(person: StaffMember, key: string, code: string): Promise<FactorAdded> {
      // An app that is set up is replaced after "reset" only.
      if (person.hasApp || !mayAdd(person)) return null;
      return database.transaction(async (transaction) => {
        if (!(await setUpApp({ db: transaction }, STAFF_ACCOUNTS, person.id, { key, code, secret }))) return null;
        await transaction
          .updateTable('staff')
          .set({ factor_set_at: new Date().toISOString() })
          .where('id', '=', person.id)
          .execute();
        return added({ db: transaction }, person, 'factor-set-up');
      });
    },
    passkeys: {
      list: (person: StaffMember) => passkeys.list(person.id),
      /** What a browser needs to make a passkey; null where a fresh second factor has to be shown first. */
      newOptions: async (person: StaffMember) => (mayAdd(person) ? passkeys.newOptions(person) : null),
      /** Adds a passkey; returns the recovery codes with the first factor. */
      async add(person: StaffMember, response: unknown, device: string): Promise<FactorAdded> {
        if (!mayAdd(person) || !(await passkeys.add(person, response, device))) return null;
        return database.transaction((transaction) => added({ db: transaction }, person, 'passkey-added'));
      },
      loginOptions: (person: StaffMember | null) => passkeys.loginOptions(person?.id ?? null),
      verify: (response: unknown, person: StaffMember | null) => passkeys.verify(response, person?.id ?? null),
      /** Removes a passkey; the last factor of an account stays. */
      async remove(person: StaffMember, id: string): Promise<boolean> {
        if (!person.hasApp && (await passkeys.list(person.id)).length < 2) return false;
        await passkeys.remove(person.id, id);
        const { id: staffId, name: who, email: subject } = person;
        await recordStaffEvent(db, { staffId, who, action: 'passkey-remove', subject });
        return true;
      },
    },
  };

  async function added(
    transaction: Pick<Database, 'db'>,
    { id: staffId, name: who, email: subject, sessionId, hasFactor }: StaffMember,
    action: 'factor-set-up' | 'passkey-added',
  ): Promise<FactorAdded> {
    await markFactor(transaction, sessionId);
    await recordStaffEvent(transaction.db, { staffId, who, action, subject });
    return { codes: hasFactor ? null : await newRecoveryCodes(transaction, STAFF_ACCOUNTS, staffId) };
  }
}

/** Marks that a session has shown a second factor now. */
export async function markFactor({ db }: Pick<Database, 'db'>, sessionId: string): Promise<void> {
  const factor_at = new Date().toISOString();
  await db.updateTable('staff_sessions').set({ factor_at }).where('id', '=', sessionId).execute();
}

const TRIES = { points: 5, seconds: 900 };
const LONGEST_NAME = 100;

/** Why a password was not changed. */
export type PasswordRefusal = 'unequal' | 'too-often' | 'current' | 'short' | 'long' | 'common' | 'leaked';

const eventOf = ({ id, name, email }: StaffMember, action: string) => ({
  ...{ staffId: id, who: name },
  ...{ action, subject: email },
});

/** Changes name and language of a person; returns what cannot be used, or null. */
export async function changeProfile(
  database: Database,
  person: StaffMember,
  given: { name: string; language: string },
  languages: readonly string[],
): Promise<'name' | 'name-taken' | 'language' | null> {
  const name = given.name.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  const { language } = given;
  if (!name) return 'name';
  if (!languages.includes(language)) return 'language';
  if (name === person.name && language === person.language) return null;
  if (await isNameTaken(database, name, person.id)) return 'name-taken';
  await database.transaction(async (db) => {
    const updated_at = new Date().toISOString();
    await db.updateTable('staff').set({ name, language, updated_at }).where('id', '=', person.id).execute();
    const before = { name: person.name, language: person.language };
    await recordStaffEvent(db, { ...eventOf(person, 'account-profile'), before, after: { name, language } });
  });
  return null;
}

/** Changes when keys act and for how long mails of a person wait. */
export async function changePreferences(
  { db }: Database,
  { id }: Pick<StaffMember, 'id'>,
  { keys, undoSeconds }: Preferences,
): Promise<void> {
  await db.updateTable('staff').set({ keys, undo_seconds: undoSeconds }).where('id', '=', id).execute();
}

/** Sets a new password with the current one, and ends the other sessions; returns why not, or null. */
export async function changePassword(
  database: Database,
  person: StaffMember,
  { current, password, repeated }: { current: string; password: string; repeated: string },
  known: readonly string[],
): Promise<PasswordRefusal | null> {
  if (password !== repeated) return 'unequal';
  if (!(await limit(database, `staff-password:${person.id}`, TRIES)).ok) return 'too-often';
  const { db } = database;
  const credential = await db
    .selectFrom('staff_credentials')
    .select('password')
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  const hash = credential?.password;
  if (!hash || current.length > 1000 || !(await verifyPassword({ hash, password: current }))) return 'current';
  await forget(database, `staff-password:${person.id}`, TRIES);
  const problem = await newPasswordProblem(database, password, [person.email, person.name, ...known]);
  if (problem) return problem;
  await storePassword(database, STAFF_ACCOUNTS, person.id, password);
  await database.transaction(async (transaction) => {
    await transaction
      .deleteFrom('staff_sessions')
      .where('user_id', '=', person.id)
      .where('id', '!=', person.sessionId)
      .execute();
    // A link that was sent for another password is worth nothing now.
    await transaction.deleteFrom('staff_tokens').where('value', '=', person.id).execute();
    await recordStaffEvent(transaction, eventOf(person, 'account-password'));
  });
  return null;
}

/** New recovery codes, which are shown once; the old ones stop working. Null without a second factor. */
export async function renewCodes(database: Database, person: StaffMember): Promise<string[] | null> {
  if (!person.hasFactor) return null;
  return database.transaction(async (db) => {
    await recordStaffEvent(db, eventOf(person, 'account-codes'));
    return newRecoveryCodes({ db }, STAFF_ACCOUNTS, person.id);
  });
}

/** When the second factor was set up, and how many recovery codes have not been used. */
export async function factorFacts(
  { db }: Database,
  { id }: StaffMember,
): Promise<{ since: string | null; codes: number }> {
  const row = await db.selectFrom('staff').select('factor_set_at').where('id', '=', id).executeTakeFirst();
  const { codes } = await db
    .selectFrom('staff_recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('account_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { since: row?.factor_set_at ?? null, codes: Number(codes) };
}
