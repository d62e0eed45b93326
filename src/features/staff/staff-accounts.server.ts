import { storePasswordToken } from '../../platform/accounts/passwords.server.ts';
import { removeFactors } from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import { isVisitorEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { slugOf } from '../../platform/text/slug.ts';
import { FIRST_PREFERENCES } from './preferences.ts';
import { ROLES, type Role } from './rights.ts';
import { STAFF_ACCOUNTS, StaffError } from './staff.server.ts';
import { recordStaffEvent } from './staff-events.server.ts';

export const INVITATION_DAYS = 7;

/** Who changes an account: a member of staff, or the operator by a command. */
export interface Actor {
  staffId: string | null;
  who: string;
}
export const OPERATOR: Actor = { staffId: null, who: 'command' };

/** A new account of the studio. */
export interface NewStaff {
  email: string;
  name: string;
  role: string;
  language: string;
  /** The agent of the content who this person is. */
  member?: string | null | undefined;
}

/** What accounts can be checked against. */
interface Known {
  languages: readonly string[];
  members: readonly { id: string }[];
}

/** Letters of two alphabets in one name: one of them looks like one of the other. */
const mixesAlphabets = (name: string): boolean =>
  /\p{Script=Latin}/u.test(name) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(name);

/**
 * Whether an account has this name, in whatever spelling, or the name could be taken for another one. History says by
 * name who did something, also of who has left.
 */
export async function isNameTaken({ db }: Pick<Database, 'db'>, name: string, except = ''): Promise<boolean> {
  if (mixesAlphabets(name)) return true;
  const plain = (text: string) => slugOf(text.normalize('NFKC').replace(/\p{Cf}/gu, ''));
  const others = await db.selectFrom('staff').select('name').where('id', '!=', except).execute();
  return others.some((other) => plain(other.name) === plain(name));
}

/** Adds an account and returns the token with which the person chooses a password; throws a StaffError. */
export async function addStaff(
  { database }: { database: Database },
  given: NewStaff,
  known: Known,
  actor: Actor,
): Promise<{ id: string; token: string }> {
  const email = normalisedEmailAddress(given.email);
  if (!isVisitorEmailAddress(email)) throw new StaffError('email', `${given.email} is not a valid email address.`);
  if (!given.name.trim()) throw new StaffError('name', `The account ${email} needs a name.`);
  if (!known.languages.includes(given.language))
    throw new StaffError(
      'language',
      `The language of ${email} cannot be ${given.language}: use ${known.languages.join(', ')}.`,
    );
  if (await isNameTaken(database, given.name))
    throw new StaffError(
      'name-taken',
      `A colleague is called ${given.name.trim()} already: add a letter or a second name.`,
    );
  const role = roleOf(given.role);
  const member = given.member || null;
  if (member && !known.members.some(({ id }) => id === member))
    throw new StaffError('member', `There is no team member ${member}: use the name of a file in category/team/.`);
  if (role === 'agent' && !member)
    throw new StaffError('needs-member', `The agent ${email} needs a team member (--member).`);
  return database.transaction(async (db) => {
    const now = new Date().toISOString();
    const id = newId();
    const { language } = given;
    const inserted = await db
      .insertInto('staff')
      .values({
        ...{ id, email, email_verified: 1, name: given.name.trim(), image: null, language, role, member },
        ...{
          totp_key: null,
          totp_step: null,
          ...{ keys: FIRST_PREFERENCES.keys, undo_seconds: FIRST_PREFERENCES.undoSeconds },
          factor_set_at: null,
          disabled_at: null,
          away_from: null,
          away_until: null,
          deputy_id: null,
          created_at: now,
          updated_at: now,
        },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (inserted.length === 0) throw new StaffError('exists', `There is an account with ${email}.`);
    await recordStaffEvent(db, { ...actor, action: 'staff-add', subject: email, after: { role, member } });
    return { id, token: await storePasswordToken({ db }, STAFF_ACCOUNTS, id, INVITATION_DAYS) };
  });
}

function roleOf(text: string): Role {
  const role = ROLES.find((one) => one === text);
  if (!role) throw new StaffError('role', `The role cannot be "${text}": use ${ROLES.join(', ')}.`);
  return role;
}

/**
 * Takes away password, second factor and sessions of an account, and returns the token with which the person chooses a
 * new password.
 */
export async function resetStaff({ database }: { database: Database }, email: string, actor: Actor): Promise<string> {
  return database.transaction(async (db) => {
    const { id } = await accountOf({ db }, email);
    await removeFactors({ db }, STAFF_ACCOUNTS, id);
    await db.updateTable('staff').set({ factor_set_at: null }).where('id', '=', id).execute();
    await db.deleteFrom('staff_credentials').where('user_id', '=', id).execute();
    await db.deleteFrom('calendar_feeds').where('staff_id', '=', id).execute();
    await endSessions({ db }, id);
    await recordStaffEvent(db, { ...actor, action: 'staff-reset', subject: normalisedEmailAddress(email) });
    return storePasswordToken({ db }, STAFF_ACCOUNTS, id, INVITATION_DAYS);
  });
}

/** Gives an account another role; the last administrator keeps theirs. */
export async function changeRole(
  { database }: { database: Database },
  email: string,
  text: string,
  actor: Actor,
): Promise<void> {
  const role = roleOf(text);
  await database.transaction(async (db) => {
    const account = await accountOf({ db }, email);
    if (role === 'agent' && !account.member)
      throw new StaffError('needs-member', `${email} is no team member, so no agent.`);
    if (role !== 'admin') await refuseLastAdmin({ db }, account);
    await db
      .updateTable('staff')
      .set({ role, updated_at: new Date().toISOString() })
      .where('id', '=', account.id)
      .execute();
    const change = { before: { role: account.role }, after: { role } };
    await recordStaffEvent(db, { ...actor, action: 'staff-role', subject: account.email, ...change });
  });
}

/** Disables an account and ends its sessions, or enables it again; the last administrator cannot be disabled. */
export async function disableStaff(
  { database }: { database: Database },
  email: string,
  isOff: boolean,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (db) => {
    const account = await accountOf({ db }, email);
    if (isOff) await refuseLastAdmin({ db }, account);
    const now = new Date().toISOString();
    const change = { disabled_at: isOff ? now : null, updated_at: now };
    await db.updateTable('staff').set(change).where('id', '=', account.id).execute();
    if (isOff) {
      await endSessions({ db }, account.id);
      await db.deleteFrom('calendar_feeds').where('staff_id', '=', account.id).execute();
    }
    await recordStaffEvent(db, { ...actor, action: isOff ? 'staff-disable' : 'staff-enable', subject: account.email });
  });
}

/** Records until when somebody is away and who gets new leads meanwhile; `until` empty: they are there again. */
export async function setAway(
  { database }: { database: Database },
  id: string,
  { from, until, deputy }: { from: string; until: string; deputy: string },
  actor: Actor,
): Promise<void> {
  await database.transaction(async (db) => {
    const row = await db.selectFrom('staff').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    const known = await db
      .selectFrom('staff')
      .select('id')
      .where('id', '=', deputy)
      .where('id', '!=', id)
      .where('disabled_at', 'is', null)
      .executeTakeFirst();
    const change = {
      away_from: (until && from) || null,
      away_until: until || null,
      deputy_id: (until && known?.id) || null,
    };
    await db.updateTable('staff').set(change).where('id', '=', id).execute();
    await recordStaffEvent(db, { ...actor, action: 'account-away', subject: row.email, after: { from, until } });
  });
}

/** All accounts, by name. */
export async function listStaff({
  database: { db },
}: {
  database: Pick<Database, 'db'>;
}): Promise<(StaffRow & { hasFactor: boolean })[]> {
  const rows = await db.selectFrom('staff').selectAll().orderBy('name').orderBy('id').execute();
  const passkeys = await db.selectFrom('staff_passkeys').select('account_id').distinct().execute();
  const withPasskey = new Set(passkeys.map(({ account_id }) => account_id));
  return rows.map((row) => ({ ...row, hasFactor: row.totp_key !== null || withPasskey.has(row.id) }));
}

/** Ends the sessions of an account and the links that were sent to it. */
export async function endSessions({ db }: Pick<Database, 'db'>, id: string): Promise<void> {
  await db.deleteFrom('staff_sessions').where('user_id', '=', id).execute();
  await db.deleteFrom('staff_tokens').where('value', '=', id).execute();
}

async function accountOf({ db }: Pick<Database, 'db'>, email: string): Promise<StaffRow> {
  const found = await db
    .selectFrom('staff')
    .selectAll()
    .where('email', '=', normalisedEmailAddress(email))
    .executeTakeFirst();
  if (!found) throw new StaffError('unknown', `There is no account with ${email}. "staff list" shows all accounts.`);
  return found;
}

async function refuseLastAdmin({ db }: Pick<Database, 'db'>, account: StaffRow): Promise<void> {
  if (account.role !== 'admin') return;
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .where('id', '!=', account.id)
    .executeTakeFirst();
  if (!other) throw new StaffError('last-admin', `${account.email} is the only administrator: make another one first.`);
}
