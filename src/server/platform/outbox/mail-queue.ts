import { sql, type Transaction } from 'kysely';
import { newId } from '../database/new-id.ts';
import type { MailRow, Schema } from '../database/schema.ts';
import { type OutgoingMail, safeMail } from '../mail/mail.ts';
import type { QueuedMail } from '../mail/transport.ts';

/** A mail is tried for 72 hours before it counts as failed. */
export const GIVE_UP_MS = 72 * 60 * 60 * 1000;

/** The condition "still to be sent" with literal values: only then the index of such mails is used. */
export const WAITING = sql<boolean>`state in ('pending', 'sending')`;

/**
 * Puts mails into the outbox as part of the transaction they belong to; call `wake()` of the outbox after the commit.
 */
export async function enqueue(
  transaction: Transaction<Schema>,
  mails: readonly OutgoingMail[],
  { leadId = null, nowMs = Date.now() }: { leadId?: string | null; nowMs?: number } = {},
): Promise<void> {
  if (mails.length === 0) return;
  await transaction
    .insertInto('outbox')
    .values(mails.map((mail) => rowOf(mail, leadId, nowMs)))
    .execute();
}

function rowOf(outgoing: OutgoingMail, leadId: string | null, nowMs: number): MailRow {
  const { mail, problem } = safeMail(outgoing);
  const now = new Date(nowMs).toISOString();
  return {
    id: newId(nowMs),
    message_id: null,
    kind: mail.kind,
    recipient: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: mail.subject,
    text: mail.text,
    html: mail.html ?? null,
    headers: JSON.stringify(mail.headers ?? {}),
    attachments: JSON.stringify(mail.calendar ? [mail.calendar] : []),
    // An invalid email address must not lose the lead it came with: the alarm notifies the operator.
    state: problem ? 'failed' : 'pending',
    attempts: 0,
    next_attempt_at: now,
    give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
    lease_owner: null,
    lead_id: leadId,
    created_at: now,
    sent_at: null,
    last_error: problem,
  };
}

/** The mail in a row of the outbox, ready to be sent. */
export function queuedMailOf(row: MailRow): QueuedMail {
  const [calendar] = JSON.parse(row.attachments) as NonNullable<OutgoingMail['calendar']>[];
  return {
    id: row.id,
    messageId: row.message_id!,
    createdAt: row.created_at,
    kind: row.kind,
    to: row.recipient,
    ...(row.reply_to ? { replyTo: row.reply_to } : {}),
    subject: row.subject,
    text: row.text,
    ...(row.html ? { html: row.html } : {}),
    headers: JSON.parse(row.headers) as Record<string, string>,
    ...(calendar ? { calendar } : {}),
  };
}
