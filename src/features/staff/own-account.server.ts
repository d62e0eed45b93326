import { verifyPassword } from 'better-auth/crypto';
import { newPasswordProblem, storePassword } from '../../platform/accounts/passwords.server.ts';
import { newRecoveryCodes } from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { forget, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import type { Preferences } from './preferences.ts';
import { recordStaffEvent } from './record-staff-event.server.ts';
import { STAFF_ACCOUNTS, type StaffMember } from './staff.server.ts';
import { isNameTaken } from './staff-accounts.server.ts';

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
