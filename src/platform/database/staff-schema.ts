import type { AppFactor, LoginCredential, LoginSession, LoginToken, Passkey, RecoveryCode } from './login-tables.ts';

/** The tables of the studio: who works at the agency, and what they did with leads and viewings. */
export interface StaffSchema {
  staff: StaffRow;
  staff_sessions: LoginSession;
  staff_credentials: LoginCredential;
  staff_tokens: LoginToken;
  staff_recovery_codes: RecoveryCode;
  staff_passkeys: Passkey;
  staff_events: StaffEventRow;
  staff_presence: { staff_id: string; subject: string; at: string };
  lead_work: LeadWorkRow;
  lead_entries: LeadEntryRow;
  lead_files: LeadFileRow;
  lead_drafts: { lead_id: string; staff_id: string; text: string; updated_at: string };
  person_links: PersonLinkRow;
  calendar_feeds: { staff_id: string; token_hash: string; created_at: string };
}

/** A person who may log in to the studio. */
export interface StaffRow extends AppFactor {
  id: string;
  email: string;
  email_verified: number;
  name: string;
  image: string | null;
  language: string;
  role: 'admin' | 'office' | 'agent' | 'editor' | 'reader';
  /** The team member of the content who this person is: an agent with viewings; null for others. */
  member: string | null;
  /** When single keys act; see features/staff/preferences.ts. */
  keys: string;
  /** For how long a mail of this person can be taken back. */
  undo_seconds: number;
  /** When the app was set up; null without one. */
  factor_set_at: string | null;
  disabled_at: string | null;
  /** The days in Brussels of an absence, both included, and the ID of who gets new leads meanwhile; null for none. */
  away_from: string | null;
  away_until: string | null;
  deputy_id: string | null;
  created_at: string;
  updated_at: string;
}

/** One line of the audit: who did what, to what, and what it was before and after. */
export interface StaffEventRow {
  id: string;
  at: string;
  staff_id: string | null;
  /** Name at that time. */
  who: string;
  action: string;
  /** What it was done to, such as a reference or an email address. */
  subject: string;
  /** JSON; only for access and personal data. */
  before: string | null;
  after: string | null;
  /** Of a line that is written once or counted, such as the reading of a lead on one day; null for others. */
  once_key: string | null;
  /** How often it happened. */
  count: number;
}

/** Two email addresses of one person; the addresses of a person are all that links lead to. */
export interface PersonLinkRow {
  id: string;
  /** The two addresses in the order of the alphabet. */
  one: string;
  other: string;
  at: string;
  /** Name of the member of staff who linked them. */
  who: string;
}

/** What the agency does with a lead, besides its status. */
export interface LeadWorkRow {
  lead_id: string;
  assigned_to: string | null;
  snoozed_until: string | null;
  /** When the visitor first got a response. */
  responded_at: string | null;
  /** Since when a mail of the visitor waits for a response; null for none. */
  received_at: string | null;
  updated_at: string;
}

/** A file of a mail that came to a lead; its bytes are in `sealed_files`. */
export interface LeadFileRow {
  id: string;
  lead_id: string;
  entry_id: string;
  name: string;
  type: string;
  bytes: number;
  /** SHA-256 of its bytes. */
  hash: string;
  /** Why its bytes are not kept, such as `document-kind`; null when they are. */
  problem: string | null;
  at: string;
}

/** A note, a reply, a mail or a change of a lead. */
export interface LeadEntryRow {
  id: string;
  lead_id: string;
  staff_id: string | null;
  who: string;
  /**
   * `received`, `automatic`: a mail of the visitor, or of a program that responds for them; `mailed`: a mail that the
   * agency sent the visitor from its own mailbox; `forwarded`: a mail that the agency put into the lead.
   */
  kind:
    | ('note' | 'called' | 'late' | 'reply' | 'assigned' | 'snoozed' | 'handled' | 'reopened')
    | ('received' | 'automatic' | 'mailed' | 'forwarded');
  text: string;
  /** The mail of a reply. */
  outbox_id: string | null;
  /** Made by a browser, or the Message-ID of a mail: what is sent twice is stored once. */
  client_key: string | null;
  at: string;
}
