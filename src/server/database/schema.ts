/** Every table; JSON and moments (ISO 8601, UTC) are text, so that both engines store and answer alike. */
export interface Schema {
  requests: RequestRow;
  outbox: MailRow;
  newsletter: SubscriberRow;
  limits: { key: string; points: number /** Milliseconds since 1970. */; expires_at: number | null };
  used_tokens: { signature: string; expires_at: string };
  keys: { name: string; value: string };
  schema_versions: { version: number; name: string; applied_at: string };
  schema_lock: { id: number };
}

/** What a visitor sent. */
export interface RequestRow {
  id: string;
  /** What visitor and agency call it, such as 2611-7KQ4M. */
  reference: string;
  form: string;
  /** sha-256 of token and answers: the same form sent twice meets itself here. */
  token_key: string;
  status: 'new' | 'handled';
  language: string;
  page: string;
  property_id: string | null;
  project_id: string | null;
  answers: string;
  campaign: string;
  consent_version: string;
  /** Normalised, so that erasing finds it. */
  email: string | null;
  created_at: string;
  handled_at: string | null;
}

/** A mail from the moment it is decided until it is too old to keep. */
export interface MailRow {
  id: string;
  /** Null until first taken for sending, from then on for ever the same. */
  message_id: string | null;
  kind: string;
  to_address: string;
  reply_to: string | null;
  subject: string;
  text: string;
  html: string | null;
  headers: string;
  /** The calendar file, when there is one: `[{ method, content }]`. */
  attachments: string;
  state: 'pending' | 'sending' | 'sent' | 'failed';
  attempts: number;
  /** When it may be taken (again); while it is being sent this is the end of the lease. */
  next_attempt_at: string;
  give_up_at: string;
  lease_owner: string | null;
  request_id: string | null;
  created_at: string;
  sent_at: string | null;
  last_error: string | null;
}

/** One address of the newsletter; the tokens in its links are kept as sha-256 only. */
export interface SubscriberRow {
  email: string;
  language: string;
  state: 'pending' | 'confirmed' | 'unsubscribed';
  confirm_hash: string;
  unsubscribe_hash: string;
  created_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
}
