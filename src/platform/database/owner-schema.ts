import type { AppFactor, LoginCredential, LoginSession, LoginToken, Passkey, RecoveryCode } from './login-tables.ts';

/** What somebody is for a property. */
export type OwnerRole = 'owner' | 'co-owner' | 'representative';

/** The tables of the owner portal, of page views and of searches. */
export interface OwnerSchema {
  owners: OwnerRow;
  owner_sessions: LoginSession;
  owner_credentials: LoginCredential;
  owner_tokens: LoginToken;
  owner_recovery_codes: RecoveryCode;
  owner_passkeys: Passkey;
  owner_properties: {
    owner_id: string;
    property_id: string;
    role: OwnerRole;
    created_at: string;
  };
  property_entries: PropertyEntryRow;
  owner_documents: OwnerDocumentRow;
  /** The bytes of a document, encrypted (`platform/files/sealed-bytes.ts`). */
  sealed_files: { document_id: string; content: string };
  owner_replies: OwnerReplyRow;
  viewing_feedback: {
    viewing_id: string;
    property_id: string;
    asked_at: string;
    comment: string | null;
    interest: 'yes' | 'maybe' | 'no' | null;
    given_at: string | null;
  };
  /** Page views of one day in Brussels from one source. */
  view_counts: { property_id: string; day: string; source: string; views: number };
  /** Hashes of who viewed what on a day, which cannot be reversed; removed after two days. */
  view_marks: { day: string; mark: string };
  /** Searches of one day in Brussels by what they ask for and how much they found; `max_price` is 0 for no limit. */
  search_counts: {
    day: string;
    goal: string;
    place: string;
    type_key: string;
    max_price: number;
    hits: string;
    searches: number;
  };
  /** Paths without a page that were asked for; `referrer` is the page that leads there, or empty. */
  missing_paths: { path: string; referrer: string; last_day: string; hits: number };
}

/** A person who may log in to the portal. */
export interface OwnerRow extends AppFactor {
  id: string;
  email: string;
  email_verified: number;
  name: string;
  image: string | null;
  language: string;
  digest: 'weekly' | 'off';
  disabled_at: string | null;
  /** Monday of the last week for which a digest was made. */
  digest_week: string | null;
  /** The session that last used the portal, when it did, and when the session before it did. */
  seen_session: string | null;
  seen_at: string | null;
  seen_before: string | null;
  created_at: string;
  updated_at: string;
}

/** An event of a property that was imported from the agency's own system. */
export interface PropertyEntryRow {
  id: string;
  property_id: string;
  /** `note`: for colleagues; owners do not see it. */
  kind: 'viewing' | 'communication' | 'media' | 'appearance' | 'note';
  at: string;
  type: string;
  contact: string;
  subject: string;
  comment: string;
  status: string;
  source: string;
  link: string;
  /** Its ID in the system it comes from: an entry that is imported twice is stored once. */
  external_id: string;
  created_at: string;
}

/** A document that an owner sent. */
export interface OwnerDocumentRow {
  id: string;
  owner_id: string;
  property_id: string;
  /** One of DOCUMENT_KINDS. */
  kind: string;
  name: string;
  type: string;
  bytes: number;
  /** SHA-256 of its bytes: the same file is stored once. */
  hash: string;
  at: string;
}

/** What an owner says to a viewing that was asked for. */
export interface OwnerReplyRow {
  viewing_id: string;
  owner_id: string;
  reply: 'fine' | 'declined' | 'other-time';
  note: string;
  at: string;
}

/** The tables of bids. */
export interface BidSchema {
  offers: BidRow;
  offer_changes: BidChangeRow;
}

/** A bid on a property; its ID is that of its lead, which says who made it and on what conditions. */
export interface BidRow {
  id: string;
  lead_id: string;
  property_id: string;
  /** Euros. */
  amount: number;
  /** The last day on which it can be accepted; null: until it is withdrawn. */
  valid_until: string | null;
  state: 'open' | 'countered' | 'accepted' | 'refused' | 'withdrawn' | 'lapsed';
  /** What the owner proposed last, in euros, and until which day. */
  counter_amount: number | null;
  counter_until: string | null;
  created_at: string;
}

/** One change of a bid. */
export interface BidChangeRow {
  id: string;
  offer_id: string;
  kind: Exclude<BidRow['state'], 'open'>;
  at: string;
  /** The member of staff who recorded it; null: the bidder did it. */
  staff_id: string | null;
  /** The amount of a counter-offer in euros. */
  amount: number | null;
  /** What the bidder reads about it. */
  reason: string | null;
  /** State and counter-offer before it, and the IDs of its mails, as JSON; null for what cannot be taken back. */
  before: string | null;
  outbox_ids: string | null;
}

/** The tables of candidate tenants. */
export interface TenantSchema {
  tenant_files: TenantFileRow;
  tenant_documents: TenantDocumentRow;
}

/** The file of a candidate tenant, one for each viewing. */
export interface TenantFileRow {
  id: string;
  viewing_id: string;
  property_id: string;
  language: string;
  name: string;
  email: string;
  stage: 'candidate' | 'contract';
  /** `asked`: nothing was sent yet; `chosen`, `declined`: the owner decided. */
  state: 'asked' | 'sent' | 'chosen' | 'declined';
  /** TenantValues as JSON, encrypted; null while nothing was sent. */
  content: string | null;
  created_at: string;
  sent_at: string | null;
  decided_at: string | null;
  /** From this moment on it is deleted. */
  deletes_at: string;
}

/** A proof that a candidate sent; its bytes are in `sealed_files`. */
export interface TenantDocumentRow {
  id: string;
  file_id: string;
  kind: 'income' | 'rent';
  name: string;
  type: string;
  bytes: number;
  /** SHA-256 of its bytes. */
  hash: string;
  at: string;
}
