import type { MailRow } from '../database/schema.ts';
import type { OutgoingMail } from '../mail/outgoing-mail.ts';
import type { StampedMail } from '../mail/transport.ts';

/** The mail in a row of the outbox, ready to travel. */
export function stampedMailOf(row: MailRow): StampedMail {
  const [calendar] = JSON.parse(row.attachments) as NonNullable<OutgoingMail['calendar']>[];
  return {
    id: row.id,
    messageId: row.message_id!,
    createdAt: row.created_at,
    kind: row.kind,
    to: row.to_address,
    ...(row.reply_to ? { replyTo: row.reply_to } : {}),
    subject: row.subject,
    text: row.text,
    ...(row.html ? { html: row.html } : {}),
    headers: JSON.parse(row.headers) as Record<string, string>,
    ...(calendar ? { calendar } : {}),
  };
}
