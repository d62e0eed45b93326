import { verifyPassword } from 'better-auth/crypto';
import { labelsIn } from '../../i18n/labels.server.ts';
import { markFactor } from '../../platform/accounts/login.server.ts';
import { newPasswordProblem, storePassword } from '../../platform/accounts/passwords.server.ts';
import {
  isFreshFactor,
  newRecoveryCodes,
  newTotpKey,
  setUpApp,
  totpUrl,
} from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { forget, limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { type NoticeCtx, notifyOfChange } from '../agency/security-notice.server.ts';
import type { Preferences } from './preferences.ts';
import { STAFF_ACCOUNTS, type StaffCtx, type StaffMember } from './staff.server.ts';
import { INVITATION_DAYS, isNameTaken } from './staff-accounts.server.ts';
import { recordStaffEvent } from './staff-events.server.ts';

/** What an account has after a second factor was added; the recovery codes are made with the first one. */
export type FactorAdded = { codes: string[] | null } | null;

/** A key for a new authenticator app; it counts once a code of it was entered. */
export const newKey = newTotpKey;

/** The address from which an authenticator app reads a key. */
export function keyUrl({ site }: Pick<StaffCtx, 'site'>, key: string, email: string): string {
  return totpUrl(key, email, site.settings.site.agency.name);
}

function needsNone(ctx: StaffCtx, person: Pick<StaffMember, 'hasFactor'>) {
  return ctx.isLocal && !person.hasFactor;
}

/** Whether the second factor was shown a short while ago; where none is needed, none is asked for again. */
export function isFresh(ctx: StaffCtx, person: StaffMember) {
  return needsNone(ctx, person) || isFreshFactor(person.factorAt);
}

/** A first factor is set up right after the password; another one needs a fresh factor. */
function mayAdd(ctx: StaffCtx, person: StaffMember) {
  return !person.hasFactor || isFresh(ctx, person);
}

async function added(
  transaction: Pick<Database, 'db'>,
  { id: staffId, name: who, email: subject, sessionId, hasFactor }: StaffMember,
  action: 'factor-set-up' | 'passkey-added',
): Promise<FactorAdded> {
  await markFactor(transaction, STAFF_ACCOUNTS, sessionId);
  await recordStaffEvent(transaction.db, { staffId, who, action, subject });
  return { codes: hasFactor ? null : await newRecoveryCodes(transaction, STAFF_ACCOUNTS, staffId) };
}

/** Whether somebody has shown everything that the studio asks for. */
export function isIn(ctx: StaffCtx, person: Pick<StaffMember, 'factorAt' | 'hasFactor'>): boolean {
  return person.factorAt !== null || needsNone(ctx, person);
}

/** Sets up an authenticator app with the first code of it; returns the recovery codes, which are shown once. */
export async function setUpFactor(ctx: StaffCtx, person: StaffMember, key: string, code: string): Promise<FactorAdded> {
  // An app that is set up is replaced after "reset" only.
  if (person.hasApp || !mayAdd(ctx, person)) return null;
  const facts = await ctx.database.transaction(async (transaction) => {
    if (!(await setUpApp({ db: transaction }, STAFF_ACCOUNTS, person.id, { key, code, secret: ctx.secret })))
      return null;
    await transaction
      .updateTable('staff')
      .set({ factor_set_at: new Date().toISOString() })
      .where('id', '=', person.id)
      .execute();
    return added({ db: transaction }, person, 'factor-set-up');
  });
  if (facts) await notifyOfChange(ctx, 'app', person);
  return facts;
}

/** The passkeys of a person, oldest first. */
export function passkeysOf(ctx: StaffCtx, person: StaffMember) {
  return ctx.passkeys.list(person.id);
}

/** What a browser needs to make a passkey; null where a fresh second factor has to be shown first. */
export async function newPasskeyOptions(ctx: StaffCtx, person: StaffMember) {
  return mayAdd(ctx, person) ? ctx.passkeys.newOptions(person) : null;
}

/** Adds a passkey; returns the recovery codes with the first factor. */
export async function addPasskey(
  ctx: StaffCtx,
  person: StaffMember,
  response: unknown,
  device: string,
): Promise<FactorAdded> {
  if (!mayAdd(ctx, person) || !(await ctx.passkeys.add(person, response, device))) return null;
  const facts = await ctx.database.transaction((transaction) => added({ db: transaction }, person, 'passkey-added'));
  await notifyOfChange(ctx, 'passkey', person);
  return facts;
}

/** What a browser needs to log in with a passkey. */
export function passkeyLoginOptions(ctx: StaffCtx, person: StaffMember | null) {
  return ctx.passkeys.loginOptions(person?.id ?? null);
}

/** Removes a passkey; the last factor of an account stays. */
export async function removePasskey(ctx: StaffCtx, person: StaffMember, id: string): Promise<boolean> {
  if (!person.hasApp && (await ctx.passkeys.list(person.id)).length < 2) return false;
  await ctx.passkeys.remove(person.id, id);
  const { id: staffId, name: who, email: subject } = person;
  await recordStaffEvent(ctx.database.db, { staffId, who, action: 'passkey-remove', subject });
  await notifyOfChange(ctx, 'passkey-removed', person);
  return true;
}

const TRIES = { points: 5, seconds: 900 };
const LONGEST_NAME = 100;

/** Why a password was not changed. */
export type PasswordRefusal = 'unequal' | 'too-often' | 'current' | 'short' | 'long' | 'common' | 'leaked';

const eventOf = ({ id, name, email }: StaffMember, action: string) => ({
  staffId: id,
  who: name,
  action,
  subject: email,
});

/** Changes name and language of a person; returns what cannot be used, or null. */
export async function changeProfile(
  { database, site }: Pick<StaffCtx, 'database' | 'site'>,
  person: StaffMember,
  given: { name: string; language: string },
): Promise<'name' | 'name-taken' | 'language' | null> {
  const name = given.name.replace(/\s+/g, ' ').trim().slice(0, LONGEST_NAME);
  const { language } = given;
  if (!name) return 'name';
  if (!site.languages.some((code) => code === language)) return 'language';
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
  { database: { db } }: Pick<StaffCtx, 'database'>,
  { id }: Pick<StaffMember, 'id'>,
  { keys, undoSeconds }: Preferences,
): Promise<void> {
  await db.updateTable('staff').set({ keys, undo_seconds: undoSeconds }).where('id', '=', id).execute();
}

/** Sets a new password with the current one, and ends the other sessions; returns why not, or null. */
export async function changePassword(
  ctx: NoticeCtx & { site: { settings: { site: { agency: { name: string } } } } },
  person: StaffMember,
  { current, password, repeated }: { current: string; password: string; repeated: string },
): Promise<PasswordRefusal | null> {
  if (password !== repeated) return 'unequal';
  if (!(await limit(ctx.database, `staff-password:${person.id}`, TRIES)).ok) return 'too-often';
  const { database, site } = ctx;
  const { db } = database;
  const credential = await db
    .selectFrom('staff_credentials')
    .select('password')
    .where('user_id', '=', person.id)
    .executeTakeFirst();
  const hash = credential?.password;
  if (!hash || current.length > 1000 || !(await verifyPassword({ hash, password: current }))) return 'current';
  await forget(database, `staff-password:${person.id}`, TRIES);
  const problem = await newPasswordProblem(database, password, [
    person.email,
    person.name,
    site.settings.site.agency.name,
  ]);
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
  await notifyOfChange(ctx, 'password', person);
  return null;
}

/** New recovery codes, which are shown once; the old ones stop working. Null without a second factor. */
export async function renewCodes(ctx: NoticeCtx, person: StaffMember): Promise<string[] | null> {
  if (!person.hasFactor) return null;
  const codes = await ctx.database.transaction(async (db) => {
    await recordStaffEvent(db, eventOf(person, 'account-codes'));
    return newRecoveryCodes({ db }, STAFF_ACCOUNTS, person.id);
  });
  await notifyOfChange(ctx, 'codes', person);
  return codes;
}

/** When the second factor was set up, and how many recovery codes have not been used. */
export async function factorFacts(
  { database: { db } }: Pick<StaffCtx, 'database'>,
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

/** Mails somebody with a new account the link with which a password is chosen. */
export async function mailInvitation(
  { database, site, wakeOutbox }: StaffCtx,
  { email, name, language: spoken }: { email: string; name: string; language: string },
  href: string,
): Promise<void> {
  const language = site.languages.find((code) => code === spoken) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const agency = site.settings.site.agency.name;
  const mail = agencyMail(site, {
    kind: 'staff-invitation',
    to: email,
    name,
    language,
    subject: t('STAFF_INVITATION_SUBJECT', { agency }),
    paragraphs: [t('STAFF_INVITATION_INTRO', { agency })],
    button: { label: t('CHOOSE_PASSWORD'), href },
    note: t('STAFF_INVITATION_NOTE', { days: INVITATION_DAYS }),
  });
  await database.transaction((transaction) => enqueue(transaction, [mail]));
  wakeOutbox();
}
