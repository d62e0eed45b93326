import type { Transaction } from 'kysely';
import { storePasswordToken } from '../../platform/accounts/passwords.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { OwnerRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import type { MailSite } from '../agency/agency-mail.server.ts';
import { accessMail, INVITATION_DAYS } from './access-mails.server.ts';
import { INVITATION_PREFIX } from './asking-browser.server.ts';
import { OwnerError } from './manage-accounts.server.ts';
import { OWNER_ACCOUNTS } from './owner-accounts.server.ts';

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
  properties: readonly { id: string; role: 'owner' | 'co-owner' | 'representative' }[];
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
  if (!isEmailAddress(email)) throw new OwnerError(`${owner.email} is not a valid email address.`);
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
export async function linkProperties(
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
