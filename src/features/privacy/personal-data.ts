import type { Schema } from '../../platform/database/schema.ts';
import { entriesOf } from '../../platform/values/values.ts';
import { type RetentionRule, type RetentionSetting, settingsOfRules } from './retention-rule.ts';

/** Personal data of one table. */
export interface PersonalData {
  /** Columns that identify or describe a person; none for a table without personal data. */
  columns: readonly string[];
  /** Columns with an email address: a row in which one of them is that of the person belongs to the person. */
  emailAddress?: readonly string[];
  /** Column with the name of the person, which is also removed from mails that belong to no lead. */
  name?: string;
  /** Rows of another table to which a row belongs: it is found with them, and deleted or emptied with them. */
  belongsTo?: readonly { table: keyof Schema; column: string; forget?: true }[];
  /** Columns with text in which others can name the person: the email address is replaced there. */
  mentions?: readonly string[];
  /** Column with compressed text in which people can be named; the same holds for it. */
  packedMentions?: string;
  /**
   * Column that names a person, a lead or a viewing by nothing but its email address, reference or ID: emptied when
   * that is erased, together with the key that was made of it.
   */
  pointer?: { column: string; key: string };
  /** Accounts of the agency's own people: `staff` removes them, not the erasure of a visitor with the same address. */
  ofStaff?: true;
  retention?: readonly RetentionRule[];
  /** Why rows without a rule of retention end, or why they may stay. */
  end?: string;
  /** Rows that belong to nothing any more are deleted; versions before 0.2 left such rows. */
  sweep?: true;
  /** Rows end when no other table has their email addresses any more. */
  endsWithAddresses?: true;
  /** What a person who asks for access receives; passwords, tokens and hashes are left out. */
  exported?: { as: string; columns: readonly string[] };
}

const none = (end: string): PersonalData => ({ columns: [], end });

/**
 * The personal data of every table. Retention, erasure, the export for a person, `doctor`, the check of the privacy
 * statement and their tests read this list. A table or a column that is missing here fails a test.
 */
export const PERSONAL_DATA = {
  leads: {
    columns: ['email', 'form_values', 'page', 'campaign'],
    emailAddress: ['email'],
    mentions: ['page', 'form_values', 'campaign'],
    retention: [{ keep: 'leadMonths', since: 'created_at' }],
    exported: {
      as: 'leads',
      columns: ['reference', 'form', 'status', 'language', 'page', 'property_id', 'project_id', 'form_values'].concat([
        'campaign',
        'source',
        'consent_version',
        'created_at',
        'handled_at',
      ]),
    },
  },
  outbox: {
    columns: ['recipient', 'reply_to', 'subject', 'text', 'html', 'headers', 'attachments', 'last_error'],
    emailAddress: ['recipient', 'reply_to'],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    mentions: ['subject', 'text', 'html', 'headers', 'attachments', 'last_error'],
    // A mail that is still to be sent is never too old.
    retention: [{ keep: 'mailDays', since: 'created_at', states: ['sent', 'failed'] }],
    exported: { as: 'mails', columns: ['kind', 'recipient', 'subject', 'text', 'state', 'created_at', 'sent_at'] },
  },
  newsletter: {
    columns: ['email'],
    emailAddress: ['email'],
    retention: [{ keep: 'unconfirmedDays', since: 'created_at', states: ['pending'] }],
    end: 'A confirmed subscription ends when the person unsubscribes; the address then stays refused.',
    exported: { as: 'newsletter', columns: ['language', 'state', 'created_at', 'confirmed_at', 'unsubscribed_at'] },
  },
  saved_searches: {
    columns: ['email', 'criteria'],
    emailAddress: ['email'],
    retention: [
      { keep: 'unconfirmedDays', since: 'created_at', states: ['pending'] },
      { keep: 'leadMonths', since: 'ended_at', states: ['ended'] },
      { keep: 'leadMonths', since: 'created_at', states: ['noted'] },
    ],
    end: 'A confirmed search ends when the person ends it.',
    exported: {
      as: 'searches',
      columns: ['language', 'criteria', 'frequency', 'state', 'created_at', 'confirmed_at', 'ended_at'],
    },
  },
  import_ids: { columns: [], end: 'Kept for good, so that a number is never given twice.' },
  import_runs: { columns: [], end: 'One row per source.' },
  crm_events: { columns: [], end: 'One row per property of a CRM, kept so that an old event is known as old.' },
  shared_lists: { columns: [], retention: [{ keep: 'expired', since: 'expires_at' }] },
  shared_list_properties: {
    columns: [],
    belongsTo: [{ table: 'shared_lists', column: 'list_id' }],
    end: 'Deleted with the list.',
  },
  shared_list_marks: {
    columns: ['author', 'note'],
    belongsTo: [{ table: 'shared_lists', column: 'list_id' }],
    mentions: ['author', 'note'],
    end: 'Deleted with the list.',
  },
  alerts: {
    columns: [],
    belongsTo: [{ table: 'saved_searches', column: 'search_id' }],
    end: 'Deleted with the saved search.',
    exported: { as: 'alerts', columns: ['property_id', 'state', 'due_at', 'sent_at'] },
  },
  viewings: {
    columns: ['name', 'email', 'phone'],
    emailAddress: ['email'],
    name: 'name',
    retention: [{ keep: 'leadMonths', since: 'ends_at' }],
    exported: {
      as: 'viewings',
      columns: ['property_id', 'starts_at', 'ends_at', 'state', 'language', 'name', 'phone', 'created_at'],
    },
  },
  viewing_cells: {
    columns: [],
    belongsTo: [{ table: 'viewings', column: 'viewing_id' }],
    end: 'Deleted with the viewing.',
  },
  viewing_changes: {
    columns: ['reason'],
    belongsTo: [{ table: 'viewings', column: 'viewing_id' }],
    mentions: ['reason'],
    end: 'Deleted with the viewing.',
    exported: { as: 'viewingChanges', columns: ['kind', 'at', 'reason'] },
  },
  offers: {
    columns: [],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    end: 'Deleted with the lead.',
    exported: {
      as: 'offers',
      columns: ['property_id', 'amount', 'valid_until', 'state', 'counter_amount', 'counter_until', 'created_at'],
    },
  },
  offer_changes: {
    columns: ['reason'],
    belongsTo: [{ table: 'offers', column: 'offer_id' }],
    mentions: ['reason'],
    end: 'Deleted with the offer.',
    exported: { as: 'offerChanges', columns: ['kind', 'at', 'amount', 'reason'] },
  },
  owner_documents: {
    columns: ['name'],
    belongsTo: [{ table: 'owners', column: 'owner_id' }],
    mentions: ['name'],
    end: 'Deleted with the account of the owner.',
    exported: { as: 'sentDocuments', columns: ['property_id', 'kind', 'name', 'bytes', 'at'] },
  },
  sealed_files: {
    columns: [],
    belongsTo: [
      { table: 'owner_documents', column: 'document_id' },
      { table: 'tenant_documents', column: 'document_id' },
      { table: 'lead_files', column: 'document_id' },
    ],
    end: 'Deleted with the document.',
  },
  tenant_files: {
    columns: ['name', 'email', 'content'],
    emailAddress: ['email'],
    name: 'name',
    belongsTo: [{ table: 'viewings', column: 'viewing_id' }],
    retention: [{ keep: 'expired', since: 'deletes_at' }],
    exported: { as: 'tenantFiles', columns: ['property_id', 'stage', 'state', 'created_at', 'sent_at', 'deletes_at'] },
  },
  tenant_documents: {
    columns: ['name'],
    belongsTo: [{ table: 'tenant_files', column: 'file_id' }],
    end: 'Deleted with the file.',
    exported: { as: 'tenantDocuments', columns: ['kind', 'name', 'bytes', 'at'] },
  },
  owner_replies: {
    columns: ['note'],
    belongsTo: [
      { table: 'viewings', column: 'viewing_id' },
      { table: 'owners', column: 'owner_id' },
    ],
    mentions: ['note'],
    end: 'Deleted with the viewing or the account of the owner.',
    exported: { as: 'viewingReplies', columns: ['reply', 'note', 'at'] },
  },
  viewing_feedback: {
    columns: ['comment', 'interest'],
    belongsTo: [
      { table: 'viewings', column: 'viewing_id' },
      { table: 'property_entries', column: 'viewing_id' },
    ],
    end: 'Deleted with the viewing or the imported entry.',
    sweep: true,
    exported: { as: 'feedback', columns: ['property_id', 'asked_at', 'comment', 'interest', 'given_at'] },
  },
  document_openings: {
    columns: ['lead_id'],
    belongsTo: [{ table: 'leads', column: 'lead_id', forget: true }],
    retention: [{ keep: 'leadMonths', since: 'at', forget: 'lead_id' }],
    exported: { as: 'openedDocuments', columns: ['property_id', 'document', 'at'] },
  },
  property_entries: {
    columns: ['contact', 'subject', 'comment'],
    mentions: ['contact', 'subject', 'comment'],
    retention: [{ keep: 'entryMonths', since: 'at' }],
  },
  owners: {
    columns: ['email', 'name', 'image', 'totp_key'],
    emailAddress: ['email'],
    name: 'name',
    end: 'An account ends when the agency removes it or the owner is erased.',
    exported: { as: 'owners', columns: ['name', 'language', 'digest', 'created_at', 'seen_at'] },
  },
  owner_sessions: {
    columns: ['ip_address', 'user_agent'],
    belongsTo: [{ table: 'owners', column: 'user_id' }],
    end: 'Deleted when the session expires.',
    exported: { as: 'sessions', columns: ['ip_address', 'user_agent', 'created_at', 'expires_at'] },
  },
  owner_credentials: {
    columns: ['password'],
    belongsTo: [{ table: 'owners', column: 'user_id' }],
    end: 'Deleted with the account.',
  },
  owner_tokens: {
    columns: [],
    belongsTo: [{ table: 'owners', column: 'value' }],
    end: 'Deleted when the token expires.',
  },
  owner_recovery_codes: {
    columns: [],
    belongsTo: [{ table: 'owners', column: 'account_id' }],
    end: 'Deleted with the account.',
  },
  owner_passkeys: {
    columns: ['public_key', 'device'],
    belongsTo: [{ table: 'owners', column: 'account_id' }],
    end: 'Deleted with the account.',
    exported: { as: 'passkeys', columns: ['device', 'created_at', 'used_at'] },
  },
  owner_properties: {
    columns: ['property_id'],
    belongsTo: [{ table: 'owners', column: 'owner_id' }],
    end: 'Deleted with the account.',
    exported: { as: 'properties', columns: ['property_id', 'role', 'created_at'] },
  },
  staff: {
    columns: ['email', 'name', 'image', 'totp_key'],
    ofStaff: true,
    end: 'An account of the studio ends when an administrator removes it.',
  },
  staff_sessions: {
    columns: ['ip_address', 'user_agent'],
    belongsTo: [{ table: 'staff', column: 'user_id' }],
    end: 'Deleted when the session expires.',
  },
  staff_credentials: {
    columns: ['password'],
    belongsTo: [{ table: 'staff', column: 'user_id' }],
    end: 'Deleted with the account.',
  },
  staff_tokens: {
    columns: [],
    belongsTo: [{ table: 'staff', column: 'value' }],
    end: 'Deleted when the token expires.',
  },
  staff_recovery_codes: {
    columns: [],
    belongsTo: [{ table: 'staff', column: 'account_id' }],
    end: 'Deleted with the account.',
  },
  staff_passkeys: {
    columns: ['public_key', 'device'],
    belongsTo: [{ table: 'staff', column: 'account_id' }],
    end: 'Deleted with the account.',
  },
  staff_events: {
    columns: ['who', 'subject', 'before', 'after', 'once_key'],
    pointer: { column: 'subject', key: 'once_key' },
    mentions: ['subject', 'before', 'after'],
    retention: [{ keep: 'audit', since: 'at' }],
  },
  staff_presence: none('Who reads which lead at this moment; deleted after a minute.'),
  lead_work: {
    columns: [],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    end: 'Deleted with the lead.',
  },
  lead_entries: {
    columns: ['text', 'who'],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    mentions: ['text'],
    end: 'Deleted with the lead.',
    exported: { as: 'leadEntries', columns: ['kind', 'text', 'at'] },
  },
  lead_files: {
    columns: ['name'],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    mentions: ['name'],
    end: 'Deleted with the lead.',
    exported: { as: 'leadFiles', columns: ['name', 'bytes', 'at'] },
  },
  lead_drafts: {
    columns: ['text'],
    belongsTo: [{ table: 'leads', column: 'lead_id' }],
    mentions: ['text'],
    end: 'Deleted with the lead.',
  },
  person_links: {
    columns: ['one', 'other', 'who'],
    emailAddress: ['one', 'other'],
    endsWithAddresses: true,
    end: 'A link ends when one of its addresses is in no other table any more and no other link leads to it.',
    exported: { as: 'linkedAddresses', columns: ['one', 'other', 'at'] },
  },
  calendar_feeds: {
    columns: [],
    belongsTo: [{ table: 'staff', column: 'staff_id' }],
    end: 'Deleted with the account.',
  },
  content_versions: {
    columns: ['body', 'who'],
    packedMentions: 'body',
    end: 'Replaced versions end after the time of settings/history.json; erasing a person reaches all of them.',
  },
  content_drafts: {
    columns: ['base', 'data'],
    mentions: ['base', 'data'],
    retention: [{ keep: 'entryMonths', since: 'at' }],
  },
  right_translations: none('Which translations are right for which text of the site.'),
  content_batches: {
    columns: ['what', 'who'],
    mentions: ['what'],
    end: 'Kept with the history of the content, which it describes.',
  },
  limits: { columns: [], retention: [{ keep: 'expired', since: 'expires_at', unit: 'milliseconds' }] },
  used_tokens: { columns: [], retention: [{ keep: 'expired', since: 'expires_at' }] },
  view_marks: none('Hashes that cannot be reversed; deleted after two days.'),
  view_counts: none('Numbers per property and day.'),
  missing_paths: none('Paths without a page and how often they were asked for; deleted after 90 days.'),
  search_counts: none('Numbers per place, type, price band and day; deleted after 13 months.'),
  properties: none('What the site publishes about a property.'),
  property_events: none('What the site publishes about a property.'),
  catalogues: none('Hashes of the content.'),
  webhook_targets: none('Names of systems of the agency.'),
  keys: none('Keys of the service.'),
  schema_versions: none('State of the tables.'),
  schema_lock: none('State of the tables.'),
} satisfies Record<string, PersonalData>;

/** The list with its widest type, by the name of the table. */
export const personalDataTables: readonly (readonly [table: keyof Schema, data: PersonalData])[] =
  entriesOf(PERSONAL_DATA);

/** Settings of retention on which a table depends; a privacy statement has to name each of them. */
export const RETENTION_SETTINGS: readonly RetentionSetting[] = settingsOfRules(
  personalDataTables.flatMap(([, { retention = [] }]) => retention),
);
