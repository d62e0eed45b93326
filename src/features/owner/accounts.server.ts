import type { Transaction } from 'kysely';
import { nullIfRefused } from '../../platform/accounts/account-auth.server.ts';
import { newPasswordProblem, storedTokenOf, storePasswordToken } from '../../platform/accounts/passwords.server.ts';
import { removeFactors } from '../../platform/accounts/second-factor.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { OwnerRole, OwnerRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { tooOften } from '../../platform/rate-limit/rate-limit.server.ts';
import { isVisitorEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import type { MailSite } from '../agency/agency-mail.server.ts';
import { type NoticeCtx, notifyOfChange } from '../agency/security-notice.server.ts';
import { accessMail, INVITATION_DAYS } from './mails.server.ts';
import {
  INVITATION_PREFIX,
  OWNER_ACCOUNTS,
  type Owner,
  type OwnerCtx,
  type PasswordChanged,
  type PasswordSet,
  unboundToken,
} from './sessions.server.ts';

/** Finds the account of an email address; null when there is none. */
export async function findOwner({ db }: Pick<Database, 'db'>, email: string): Promise<OwnerRow | null> {
  const row = await db
    .selectFrom('owners')
    .selectAll()
    .where('email', '=', normalisedEmailAddress(email))
    .executeTakeFirst();
  return row ?? null;
}

/** A new account as given on the command line. */
export interface NewOwner {
  email: string;
  name: string;
  language: string;
  /** Properties with this person's role in each. */
  properties: readonly { id: string; role: OwnerRole }[];
}

/**
 * Adds an owner and, unless switched off, mails an invitation to choose a password; an existing owner gets the
 * properties added.
 */
export async function addOwner(
  database: Database,
  owner: NewOwner,
  { site, siteUrl, invite = true }: { site: MailSite; siteUrl: string; invite?: boolean },
): Promise<{ id: string; added: boolean; invited: boolean }> {
  const email = normalisedEmailAddress(owner.email);
  if (!isVisitorEmailAddress(email)) throw new OwnerError(`${owner.email} is not a valid email address.`);
  if (!owner.name.trim()) throw new OwnerError(`The owner ${email} needs a name.`);
  if (!site.languages.includes(owner.language))
    throw new OwnerError(
      `The language of ${email} cannot be ${owner.language}: use one of ${site.languages.join(', ')}.`,
    );
  return database.transaction(async (transaction) => {
    const now = new Date().toISOString();
    const row = {
      id: newId(),
      email,
      email_verified: 1,
      name: owner.name.trim(),
      image: null,
      language: owner.language,
      digest: 'off' as const,
      totp_key: null,
      totp_step: null,
      disabled_at: null,
      digest_week: null,
      seen_session: null,
      seen_at: null,
      seen_before: null,
      created_at: now,
      updated_at: now,
    };
    const inserted = await transaction
      .insertInto('owners')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    const added = inserted.length > 0;
    const { id } = added
      ? row
      : await transaction.selectFrom('owners').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    await linkProperties(transaction, id, owner.properties);
    const invited = added && invite;
    if (invited) await enqueueInvitation(transaction, row, { site, siteUrl });
    return { id, added, invited };
  });
}

/** Links properties to an owner; an existing link gets the new role. */
async function linkProperties(
  transaction: Transaction<Schema>,
  ownerId: string,
  properties: NewOwner['properties'],
): Promise<void> {
  for (const { id, role } of properties) {
    await transaction
      .insertInto('owner_properties')
      .values({ owner_id: ownerId, property_id: id, role, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['owner_id', 'property_id']).doUpdateSet({ role }))
      .execute();
  }
}

/** Mails an owner a link to set a first password; false when there is no such account, or it is disabled. */
export async function inviteOwner(
  database: Database,
  email: string,
  parts: { site: MailSite; siteUrl: string },
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const owner = await findOwner({ db: transaction }, email);
    if (!owner || owner.disabled_at) return false;
    await enqueueInvitation(transaction, owner, parts);
    return true;
  });
}

/** Puts the invitation into the outbox; its token works as one of the login library's own, but for longer. */
export async function enqueueInvitation(
  transaction: Transaction<Schema>,
  { id, email, name, language }: Pick<OwnerRow, 'id' | 'email' | 'name' | 'language'>,
  parts: { site: MailSite; siteUrl: string },
): Promise<void> {
  const token = await storePasswordToken({ db: transaction }, OWNER_ACCOUNTS, id, INVITATION_DAYS, INVITATION_PREFIX);
  await enqueue(transaction, [accessMail('invitation', { to: email, name, language, token }, parts)]);
}

/** A command of the operator that cannot be carried out, with the reason in a plain sentence. */
export class OwnerError extends Error {}

/**
 * Disables or enables an account; disabling ends its sessions at once and invalidates its links. False when there is
 * none.
 */
export async function disableOwner(database: Database, email: string, disabled = true): Promise<boolean> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return false;
    const now = new Date().toISOString();
    await db
      .updateTable('owners')
      .set({ disabled_at: disabled ? now : null, updated_at: now })
      .where('id', '=', owner.id)
      .execute();
    if (disabled) {
      await db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
      await db.deleteFrom('owner_tokens').where('value', '=', owner.id).execute();
    }
    return true;
  });
}

/** What can be changed about an account. */
export type OwnerDetails = Pick<OwnerRow, 'email' | 'name' | 'language'>;

/**
 * Changes the name, the language or the email address of an account. A new address ends its sessions and its links, and
 * the old and the new address get a mail about it. `exists`: another account has that address.
 */
export async function changeOwner(
  ctx: NoticeCtx,
  email: string,
  { language, ...given }: OwnerDetails,
): Promise<'done' | 'unknown' | 'email' | 'name' | 'exists'> {
  const next = { email: normalisedEmailAddress(given.email), name: given.name.trim(), language };
  if (!isVisitorEmailAddress(next.email)) return 'email';
  if (!next.name) return 'name';
  const outcome = await ctx.database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return 'unknown';
    const isMoved = owner.email !== next.email;
    if (isMoved && (await findOwner({ db }, next.email))) return 'exists';
    await db
      .updateTable('owners')
      .set({ ...next, updated_at: new Date().toISOString() })
      .where('id', '=', owner.id)
      .execute();
    if (!isMoved) return 'done';
    await db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
    await db.deleteFrom('owner_tokens').where('value', '=', owner.id).execute();
    return owner;
  });
  if (typeof outcome === 'string') return outcome;
  for (const address of [outcome.email, next.email]) await notifyOfChange(ctx, 'address', { ...next, email: address });
  return 'done';
}

/** Removes the second factor of an account whose owner lost it, and ends its sessions. False when there is none. */
export async function resetFactor(database: Database, email: string): Promise<boolean> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return false;
    await removeFactors({ db }, OWNER_ACCOUNTS, owner.id);
    await db.deleteFrom('owner_sessions').where('user_id', '=', owner.id).execute();
    return true;
  });
}

/** Links a property to an account, or unlinks it when no role is given; effective from the next request. */
export async function linkOwner(
  database: Database,
  email: string,
  propertyId: string,
  role: OwnerRole | null,
): Promise<'done' | 'no-user'> {
  return database.transaction(async (db) => {
    const owner = await findOwner({ db }, email);
    if (!owner) return 'no-user';
    if (role) await linkProperties(db, owner.id, [{ id: propertyId, role }]);
    else
      await db
        .deleteFrom('owner_properties')
        .where('owner_id', '=', owner.id)
        .where('property_id', '=', propertyId)
        .execute();
    return 'done';
  });
}

/** An account as the operator sees it. */
export interface ListedOwner {
  id: string;
  email: string;
  name: string;
  language: string;
  digest: 'weekly' | 'off';
  disabled: boolean;
  hasPassword: boolean;
  hasFactor: boolean;
  seenAt: string | null;
  properties: { id: string; role: string }[];
}

/** Lists all accounts with their properties, by email address. */
export async function listOwners({ db }: Database): Promise<ListedOwner[]> {
  const owners = await db.selectFrom('owners').selectAll().orderBy('email').execute();
  const links = await db.selectFrom('owner_properties').selectAll().orderBy('property_id').execute();
  const withPassword = new Set(
    (await db.selectFrom('owner_credentials').select('user_id').where('password', 'is not', null).execute()).map(
      ({ user_id }) => user_id,
    ),
  );
  const withPasskey = new Set(
    (await db.selectFrom('owner_passkeys').select('account_id').execute()).map(({ account_id }) => account_id),
  );
  return owners.map((owner) => ({
    id: owner.id,
    email: owner.email,
    name: owner.name,
    language: owner.language,
    digest: owner.digest,
    disabled: owner.disabled_at !== null,
    hasPassword: withPassword.has(owner.id),
    hasFactor: owner.totp_key !== null || withPasskey.has(owner.id),
    seenAt: owner.seen_at,
    properties: links
      .filter(({ owner_id }) => owner_id === owner.id)
      .map(({ property_id, role }) => ({ id: property_id, role })),
  }));
}

const PER_ACCOUNT = { points: 10, seconds: 900 };

// The passwords of owners.

/** Sets a password with the token of a mailed link. */
export async function setPassword(
  ctx: OwnerCtx,
  { token: given, password, repeated }: { token: string; password: string; repeated: string },
  headers: Headers,
): Promise<PasswordSet> {
  return ctx.events.newPassword(await storedPassword(ctx, { token: given, password, repeated }, headers));
}

async function storedPassword(
  ctx: OwnerCtx,
  { token: given, password, repeated }: { token: string; password: string; repeated: string },
  headers: Headers,
): Promise<PasswordSet> {
  const token = unboundToken(given, headers, ctx);
  if (!token) return { ok: false, problem: 'browser' };
  if (!repeated) return { ok: false, problem: 'unconfirmed' };
  if (password !== repeated) return { ok: false, problem: 'unequal' };
  const owner = await ctx.database.db
    .selectFrom('owner_tokens')
    .innerJoin('owners', 'owners.id', 'owner_tokens.value')
    .select(['owners.email', 'owners.name', 'owner_tokens.expires_at'])
    .where('owner_tokens.identifier', '=', storedTokenOf(token))
    .where('owners.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!owner || owner.expires_at <= new Date().toISOString()) return { ok: false, problem: 'link' };
  // Checked before the token is used up.
  const problem = await newPasswordProblem(ctx.database, password, [
    owner.email,
    owner.name,
    ctx.site.settings.site.agency.name,
  ]);
  if (problem) return { ok: false, problem };
  const response = await ctx.auth.api
    .resetPassword({ body: { newPassword: password, token } })
    .catch(nullIfRefused(ctx.database));
  return response ? { ok: true } : { ok: false, problem: 'link' };
}

/** Sets a new password with the present one; all other sessions of the owner end. */
export async function changePassword(
  ctx: OwnerCtx,
  owner: Owner,
  { current, password, repeated }: { current: string; password: string; repeated: string },
  headers: Headers,
): Promise<PasswordChanged> {
  if (!repeated) return { ok: false, problem: 'unconfirmed' };
  if (password !== repeated) return { ok: false, problem: 'unequal' };
  const often = await tooOften(ctx.database, [[`owner-password:${owner.id}`, PER_ACCOUNT]]);
  if (often) return often;
  const problem = await newPasswordProblem(ctx.database, password, [
    owner.email,
    owner.name,
    ctx.site.settings.site.agency.name,
  ]);
  if (problem) return { ok: false, problem };
  const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true };
  const result = await ctx.auth.api
    .changePassword({ body, headers, returnHeaders: true })
    .catch(nullIfRefused(ctx.database));
  if (!result) return { ok: false, problem: 'credentials' };
  // The login library has opened a new session, which is the only one now.
  if (owner.hasFactor)
    await ctx.database.db
      .updateTable('owner_sessions')
      .set({ factor_at: new Date().toISOString() })
      .where('user_id', '=', owner.id)
      .execute();
  await notifyOfChange(ctx, 'password', owner);
  return { ok: true, cookies: result.headers.getSetCookie() };
}
