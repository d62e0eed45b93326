import type { EntryKind, PropertyEntry } from '../../../domain/owners/property-entry.ts';

/** The tables of the owner portal and of page views. */
export interface OwnerSchema {
  owners: OwnerRow;
  owner_sessions: {
    id: string;
    token: string;
    user_id: string;
    expires_at: string;
    created_at: string;
    updated_at: string;
    ip_address: string | null;
    user_agent: string | null;
  };
  /** The login library's own columns; only `password` is used. */
  owner_credentials: {
    id: string;
    account_id: string;
    provider_id: string;
    user_id: string;
    password: string | null;
    created_at: string;
    updated_at: string;
  };
  owner_tokens: {
    id: string;
    identifier: string;
    value: string;
    expires_at: string;
    created_at: string;
    updated_at: string;
  };
  owner_properties: {
    owner_id: string;
    property_id: string;
    role: 'owner' | 'co-owner' | 'representative';
    created_at: string;
  };
  property_entries: PropertyEntryRow;
  viewing_feedback: {
    viewing_id: string;
    property_id: string;
    asked_at: string;
    comment: string | null;
    interest: 'yes' | 'maybe' | 'no' | null;
    given_at: string | null;
  };
  /** Views of a day in Brussels from one source. */
  view_counts: { property_id: string; day: string; source: string; views: number };
  /** Who saw what on a day, unreadable; removed after two days. */
  view_marks: { day: string; mark: string };
}

/** Somebody who may log in to the portal. */
export interface OwnerRow {
  id: string;
  email: string;
  email_verified: number;
  name: string;
  image: string | null;
  language: string;
  digest: 'weekly' | 'off';
  disabled_at: string | null;
  /** Monday of the last week a digest was made for. */
  digest_week: string | null;
  /** Session that saw the portal last, when it did, and when the session before it did. */
  seen_session: string | null;
  seen_at: string | null;
  seen_before: string | null;
  created_at: string;
  updated_at: string;
}

/** Something that happened to a home, told by the agency's own system. */
export interface PropertyEntryRow extends Omit<PropertyEntry, 'origin' | 'interest'> {
  property_id: string;
  kind: EntryKind;
  /** Its name in the system it comes from: imported twice it is one entry. */
  external_id: string;
  created_at: string;
}
