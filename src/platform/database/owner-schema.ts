import type { AppFactor, LoginCredential, LoginSession, LoginToken, Passkey, RecoveryCode } from './login-tables.ts';

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
    role: 'owner' | 'co-owner' | 'representative';
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
  kind: 'viewing' | 'communication' | 'media' | 'appearance';
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
