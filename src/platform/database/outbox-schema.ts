/** The tables of what is sent: mails, and events for webhook targets. */
export interface OutboxSchema {
  outbox: OutboxRow;
  webhook_targets: WebhookTargetRow;
}

/** A mail, or an event for a webhook target, from its creation until it is too old to keep. */
export interface OutboxRow {
  id: string;
  /** Null until the first attempt to send it, constant afterwards. */
  message_id: string | null;
  /** Kind of the mail, or type of the event such as "lead.created". */
  kind: string;
  recipient: string;
  /** Name of the webhook target; null for a mail. The text of an event is its body. */
  target: string | null;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string | null;
  headers: string;
  /** The calendar file, when there is one: `[{ method, content }]`. */
  attachments: string;
  state: 'pending' | 'sending' | 'sent' | 'failed';
  attempts: number;
  /** When it may be claimed (again); while it is being sent this is the end of the lease. */
  next_attempt_at: string;
  give_up_at: string;
  lease_owner: string | null;
  lead_id: string | null;
  created_at: string;
  sent_at: string | null;
  last_error: string | null;
  /** 1: the last try failed because of the address of somebody else, such as one with a typing error. */
  address_refused: 0 | 1;
}

/** A webhook target that is switched off, because it responded that it is gone. */
interface WebhookTargetRow {
  /** Its name in settings/webhooks.json. */
  target: string;
  /** sha-256 of its URL: a target with another URL is on again. */
  url_hash: string;
  switched_off_at: string;
}
