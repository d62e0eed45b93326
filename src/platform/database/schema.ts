import type { ContentDraftRow, ContentVersionRow } from './content-schema.ts';
import type { ImportSchema } from './import-schema.ts';
import type { OfferSchema } from './offer-schema.ts';
import type { OutboxSchema } from './outbox-schema.ts';
import type { OwnerSchema } from './owner-schema.ts';
import type { StaffSchema } from './staff-schema.ts';
import type { TenantSchema } from './tenant-schema.ts';
import type { TranslationSchema } from './translation-schema.ts';

/** Every table. JSON and moments (ISO 8601, UTC) are text, so that both engines store and return the same values. */
export interface Schema
  extends ImportSchema,
    OfferSchema,
    OutboxSchema,
    OwnerSchema,
    StaffSchema,
    TenantSchema,
    TranslationSchema {
  leads: LeadRow;
  newsletter: SubscriberRow;
  properties: PropertyRow;
  property_events: PropertyEventRow;
  catalogues: { hash: string; recorded_at: string };
  content_versions: ContentVersionRow;
  content_drafts: ContentDraftRow;
  saved_searches: SavedSearchRow;
  shared_lists: { id: string; created_at: string; expires_at: string };
  shared_list_properties: { list_id: string; property_id: string; place: number };
  shared_list_marks: SharedMarkRow;
  alerts: AlertRow;
  viewings: ViewingRow;
  viewing_cells: {
    agent_id: string;
    cell: string;
    seat: number;
    viewing_id: string;
    property_id: string;
    starts_at: string;
  };
  viewing_changes: ViewingChangeRow;
  document_openings: { id: string; property_id: string; document: string; at: string; lead_id: string | null };
  limits: { key: string; points: number /** Milliseconds since 1970. */; expires_at: number | null };
  used_tokens: { signature: string; expires_at: string };
  keys: { name: string; value: string };
  schema_versions: { version: number; name: string; applied_at: string };
  schema_lock: { id: number };
}

/** What a visitor sent through a form. */
export interface LeadRow {
  id: string;
  /** Its reference for visitor and agency, such as 2611-7KQ4M. */
  reference: string;
  form: string;
  /** sha-256 of token and values: the same form sent twice has the same key. */
  token_key: string;
  status: 'new' | 'handled';
  language: string;
  page: string;
  property_id: string | null;
  project_id: string | null;
  form_values: string;
  campaign: string;
  /** `saved-search`: from an alert, or of a person with a saved search; null: as the campaign says. */
  source: string | null;
  consent_version: string;
  /** Normalised, so that erasing finds it. */
  email: string | null;
  created_at: string;
  handled_at: string | null;
}

/** One email address of the newsletter; the tokens in its links are stored as sha-256 only. */
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

/** A property as it was last seen in a catalogue; `facts` is its public Listing as JSON. */
export interface PropertyRow {
  id: string;
  listing: string;
  /** Euros; null when hidden. */
  price: number | null;
  status: 'open' | 'option' | 'sold' | 'rented' | 'gone';
  first_seen: string;
  sold_since: string | null;
  gone_since: string | null;
}

/** An event of a property between two catalogues. */
export interface PropertyEventRow {
  id: string;
  property_id: string;
  kind: 'new' | 'price-cut' | 'price-rise' | 'back' | 'sold' | 'gone';
  at: string;
  /** When the matching saved searches were recorded. */
  matched_at: string | null;
  old_price: number | null;
  new_price: number | null;
}

/** Criteria for which a visitor wants alerts; counts only while confirmed. */
export interface SavedSearchRow {
  id: string;
  lead_id: string | null;
  email: string;
  language: string;
  /** SearchCriteria as JSON. */
  criteria: string;
  frequency: 'instantly' | 'daily' | 'weekly';
  state: 'pending' | 'confirmed' | 'ended';
  created_at: string;
  confirmed_at: string | null;
  ended_at: string | null;
}

/** An alert to a saved search about an event of a property. */
export interface AlertRow {
  search_id: string;
  property_id: string;
  event_id: string;
  state: 'due' | 'queued' | 'dropped';
  due_at: string;
  created_at: string;
  sent_at: string | null;
}

/** What somebody says of a property on a shared shortlist. */
export interface SharedMarkRow {
  /** Hash of writer and property: one person has one mark per property. */
  id: string;
  /** Hash of the list and the secret of a browser. */
  writer: string;
  list_id: string;
  property_id: string;
  author: string;
  liked: number;
  note: string;
  at: string;
}

/** A viewing of a property with an agent; moments in UTC. */
export interface ViewingRow {
  id: string;
  lead_id: string | null;
  property_id: string;
  agent_id: string;
  starts_at: string;
  ends_at: string;
  state: 'requested' | 'confirmed' | 'cancelled' | 'done' | 'missed';
  language: string;
  name: string;
  email: string;
  phone: string | null;
  /** A requested viewing keeps its time until then. */
  held_until: string | null;
  reminded_at: string | null;
  /** Sequence of the calendar file: increases with every change. */
  sequence: number;
  created_at: string;
}

/** One change of a viewing; the newest one can be undone until its mails have left. */
export interface ViewingChangeRow {
  id: string;
  viewing_id: string;
  kind: 'confirmed' | 'moved' | 'cancelled' | 'undone';
  at: string;
  /** The member of staff who made it in the studio; null for a visitor, and for the link of a mail. */
  staff_id: string | null;
  /** What the visitor reads about it. */
  reason: string | null;
  /** JSON: the columns of the viewing that it replaced. */
  before: string;
  /** JSON: its mails and events. */
  outbox_ids: string;
}
