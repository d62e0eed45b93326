import type { Generated } from 'kysely';
import type { BidSchema, OwnerSchema, TenantSchema } from './owner-schema.ts';
import type { StaffSchema } from './staff-schema.ts';

/** What a content file was from one change to the next. */
export interface ContentVersionRow {
  /** Its path in the content folder. */
  file: string;
  /** Counts the versions of the file from 1. */
  number: number;
  /** sha-256 of the text; empty when the file was removed. */
  hash: string;
  /** The text, compressed (deflate, base64); null when the file was removed. */
  body: string | null;
  at: string;
  /** Name of a person or a program; null when the file was changed by hand. */
  who: string | null;
  source: 'hand' | 'import' | 'form' | 'command' | 'studio';
  why: string;
  /** Number of the version that this change undoes. */
  undoes: number | null;
  /** When the next version followed; null for the newest one. */
  replaced_at: string | null;
}

/** What somebody wrote in the form of a content file and did not save yet; JSON. */
interface ContentDraftRow {
  file: string;
  /** Row of the file, or empty for the whole. */
  part: string;
  staff_id: string;
  /** What the file held when the form was opened. */
  base: string;
  data: string;
  at: string;
}

/** The tables of what comes from CRMs. */
interface ImportSchema {
  import_ids: ImportIdRow;
  crm_events: CrmEventRow;
  import_runs: ImportRunRow;
}

/** The number on this site of a property of a CRM. */
interface ImportIdRow {
  source: string;
  source_id: string;
  property_id: number;
  /** The URL that the CRM was given for its page; null while it has none. */
  online_url: Generated<string | null>;
}

/** The newest event that a CRM sent about one of its properties. */
interface CrmEventRow {
  source: string;
  source_id: string;
  kind: 'changed' | 'deleted';
  /** By the clock of the CRM, never later than `received_at`. */
  happened_at: string;
  received_at: string;
  /** When an import had done what it says; null while it waits. */
  handled_at: string | null;
}

/** The last import of a source, on whichever machine. */
interface ImportRunRow {
  source: string;
  /** Machine, process and a random part: unique for each import. */
  holder: string;
  started_at: string;
  /** Renewed while it runs. */
  alive_at: string;
  ended_at: string | null;
}

/** The tables of translations and of changes of many content files at once. */
interface TranslationSchema {
  right_translations: RightTranslationRow;
  content_batches: ContentBatchRow;
}

/** A translation of which somebody said that it is still right. */
export interface RightTranslationRow {
  file: string;
  /** What identifies the text in its file. */
  place: string;
  language: string;
  /** Language of the source. */
  source: string;
  /** Digest of the text of the source for which it is right. */
  source_hash: string;
  at: string;
}

/** A change of many content files; each version that it made names it in its reason. */
export interface ContentBatchRow {
  id: string;
  kind: 'replace' | 'import';
  /** JSON: what was searched and what replaced it, or the languages of an import. */
  what: string;
  at: string;
  who: string;
  /** Number of texts that it changed. */
  changes: number;
  undone_at: string | null;
}

/** The tables of what is sent: mails, and events for webhook targets. */
interface OutboxSchema {
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

/** Every table. JSON and moments (ISO 8601, UTC) are text, so that both engines store and return the same values. */
export interface Schema
  extends ImportSchema,
    BidSchema,
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
  /** `noted`: the agency wrote it down, and nobody agreed to mails. */
  state: 'pending' | 'confirmed' | 'noted' | 'ended';
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
