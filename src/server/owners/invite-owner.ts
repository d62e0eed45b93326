import { randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { newId } from '../database/new-id.ts';
import type { OwnerRow } from '../database/owner-schema.ts';
import type { Schema } from '../database/schema.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { accessMail, INVITATION_DAYS } from './access-mail.ts';
import { findOwner } from './find-owner.ts';
import type { MailSite } from './mail-site.ts';
import { storedTokenOf } from './stored-token.ts';

const DAY_MS = 86_400_000;

/** Mails an owner the way to a first password; false when there is no such account, or it is closed. */
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
  const token = randomBytes(24).toString('base64url');
  const now = new Date();
  await transaction
    .insertInto('owner_tokens')
    .values({
      id: newId(),
      identifier: storedTokenOf(token),
      value: id,
      expires_at: new Date(now.getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .execute();
  await enqueue(transaction, [accessMail('invitation', { to: email, name, language, token }, parts)]);
}
