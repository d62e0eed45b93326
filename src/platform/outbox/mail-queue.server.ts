import type { Transaction } from 'kysely';
import * as z from 'zod';
import { newId } from '../database/new-id.server.ts';
import type { OutboxRow, Schema } from '../database/schema.ts';
import { errorMessage } from '../log/error-facts.ts';
import { type OutgoingMail, safeMail } from '../mail/mail.ts';
import type { QueuedMail, Transport } from '../mail/transport.server.ts';
import { parsed, textsByName } from '../values/parsed.ts';
import { present, recordOf } from '../values/values.ts';
import { type Delivery, DeliveryRefused, GIVE_UP_MS } from './outbox.server.ts';

/**
 * Puts mails into the outbox as part of the transaction they belong to, and returns their IDs; call `wake()` of the
 * outbox after the commit. With `waitMs` they are sent that much later, and can be taken back until then.
 */
export async function enqueue(
  transaction: Transaction<Schema>,
  mails: readonly OutgoingMail[],
  { leadId = null, nowMs = Date.now(), waitMs = 0 }: { leadId?: string | null; nowMs?: number; waitMs?: number } = {},
): Promise<string[]> {
  // Somebody who gave only a telephone number gets none.
  const rows = mails.filter(({ to }) => to !== '').map((mail) => rowOf(mail, leadId, nowMs, waitMs));
  if (rows.length === 0) return [];
  await transaction.insertInto('outbox').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** Takes back a mail that waits for its time; false when it is being sent or was sent. */
export async function takeBack(transaction: Transaction<Schema>, id: string, nowMs = Date.now()): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('outbox')
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function rowOf(outgoing: OutgoingMail, leadId: string | null, nowMs: number, waitMs: number): OutboxRow {
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
    // An invalid email address must not lose the lead it came with.
    state: problem ? 'failed' : 'pending',
    attempts: 0,
    next_attempt_at: new Date(nowMs + waitMs).toISOString(),
    give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
    lease_owner: null,
    lead_id: leadId,
    created_at: now,
    sent_at: null,
    last_error: problem,
    address_refused: problem ? 1 : 0,
  };
}

/** What the agency knows of the mails that are sent. */
interface MailKnowledge {
  /** What a mail server says of such an address is a fault of the site: only then somebody must look. */
  isOwn?: (address: string) => boolean;
  /** The address for replies to a mail to a visitor; null for the one of the mail. */
  replyTo?: (row: Pick<OutboxRow, 'kind' | 'lead_id' | 'recipient'>) => Promise<string | null>;
}

/** Sends the mails of the outbox. */
export function mailDelivery(
  transport: Transport,
  { isOwn = () => true, replyTo = async () => null }: MailKnowledge = {},
): Delivery {
  return {
    queue: 'mails',
    noun: 'a mail',
    domain: transport.domain,
    async send(row, signal) {
      const reply_to = (await replyTo(row)) ?? row.reply_to;
      try {
        await transport.send(queuedMailOf({ ...row, reply_to }), signal);
      } catch (error) {
        throw refusalOf(error, isOwn(row.recipient)) ?? error;
      }
    },
  };
}

/** Refusals of the sender rather than of the recipient or the mail (RFC 3463, X.7: security or policy). */
const OF_SENDER = /^\d{3}[ -][45]\.7\.|relay|authenticat/i;

/** What a mail server says of a recipient or a mail; null when it was not reached, or does not want the sender. */
function refusalOf(error: unknown, isOwn: boolean): DeliveryRefused | null {
  const { command, response, responseCode } = recordOf(error);
  if ((command !== 'RCPT TO' && command !== 'DATA') || typeof responseCode !== 'number' || responseCode < 400)
    return null;
  if (OF_SENDER.test(String(response ?? ''))) return null;
  // RFC 5321, 4.2.1: what is refused with 5xx is not sent again.
  return new DeliveryRefused(errorMessage(error), {
    isFinal: responseCode >= 500,
    isAboutAddress: command === 'RCPT TO' && !isOwn,
  });
}

const calendars = z.array(z.object({ method: z.enum(['PUBLISH', 'REQUEST', 'CANCEL']), content: z.string() }));

/** The mail in a row of the outbox, ready to be sent. */
function queuedMailOf(row: OutboxRow): QueuedMail {
  const [calendar] = parsed(calendars, row.attachments);
  return {
    id: row.id,
    messageId: present(row.message_id, 'message_id'),
    createdAt: row.created_at,
    kind: row.kind,
    to: row.recipient,
    ...(row.reply_to ? { replyTo: row.reply_to } : {}),
    subject: row.subject,
    text: row.text,
    ...(row.html ? { html: row.html } : {}),
    headers: parsed(textsByName, row.headers),
    ...(calendar ? { calendar } : {}),
  };
}
