import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { Schema } from '../database/schema.ts';
import { isMailAddress } from '../mail/mailbox.ts';
import { normalisedEmail } from '../requests/normalised-email.ts';
import { enqueueInvitation } from './invite-owner.ts';
import type { MailSite } from './mail-site.ts';
import { OwnerError } from './owner-error.ts';

/** An account as it is ordered on the command line. */
export interface NewOwner {
  email: string;
  name: string;
  language: string;
  /** Homes with the part this person has in them. */
  homes: readonly { id: string; role: 'owner' | 'co-owner' | 'representative' }[];
}

/** Adds an owner and, unless told otherwise, mails an invitation to choose a password; one who is known gets the homes added. */
export async function addOwner(
  database: Database,
  owner: NewOwner,
  { site, siteUrl, invite = true }: { site: MailSite; siteUrl: string; invite?: boolean },
): Promise<{ id: string; added: boolean; invited: boolean }> {
  const email = normalisedEmail(owner.email);
  if (!isMailAddress(email)) throw new OwnerError(`${owner.email} is no mail address.`);
  if (!owner.name.trim()) throw new OwnerError(`The owner ${email} needs a name.`);
  if (!site.languages.includes(owner.language))
    throw new OwnerError(`The language of ${email} cannot be ${owner.language}: use one of ${site.languages.join(', ')}.`);
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
    await linkHomes(transaction, id, owner.homes);
    const invited = added && invite;
    if (invited) await enqueueInvitation(transaction, row, { site, siteUrl });
    return { id, added, invited };
  });
}

/** Gives an owner homes; one that was linked before gets the new role. */
export async function linkHomes(transaction: Transaction<Schema>, ownerId: string, homes: NewOwner['homes']): Promise<void> {
  for (const { id, role } of homes) {
    await transaction
      .insertInto('owner_homes')
      .values({ owner_id: ownerId, home_id: id, role, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.columns(['owner_id', 'home_id']).doUpdateSet({ role }))
      .execute();
  }
}
