import type { Transaction } from 'kysely';
import { newId } from '../database/new-id.ts';
import type { OutboxRow } from '../database/outbox-schema.ts';
import type { Schema } from '../database/schema.ts';
import { type OutgoingMail, safeMail } from '../mail/mail.ts';
import type { QueuedMail, Transport } from '../mail/transport.ts';
import type { Delivery } from './outbox.ts';
import { GIVE_UP_MS } from './queue.ts';

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

function rowOf(outgoing: OutgoingMail, leadId: string | null, nowMs: number): OutboxRow {
  const { mail, problem } = safeMail(outgoing);
  const now = new Date(nowMs).toISOString();
  return {
    id: newId(nowMs),
    message_id: null,
    kind: mail.kind,
    recipient: mail.to,
    target: null,
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

/** Sends the mails of the outbox. */
export function mailDelivery(transport: Transport): Delivery {
  return {
    queue: 'mails',
    noun: 'a mail',
    domain: transport.domain,
    send: (row, signal) => transport.send(queuedMailOf(row), signal),
  };
}

/** The mail in a row of the outbox, ready to be sent. */
function queuedMailOf(row: OutboxRow): QueuedMail {
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
