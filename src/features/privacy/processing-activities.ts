import type { LabelKey } from '../../i18n/label-key.ts';
import { type PERSONAL_DATA, type PersonalData, personalDataTables } from './personal-data.ts';
import { type RetentionSetting, settingsOfRules } from './retention-rule.ts';

type Table = keyof typeof PERSONAL_DATA;

/** What the service does with personal data, for one purpose. The privacy statement shows the list. */
export interface Processing {
  name: LabelKey;
  /** Which data, and what for. */
  text: LabelKey;
  /** The tables that keep the data: they say for how long. */
  tables: readonly Table[];
  /** Legal ground in the General Data Protection Regulation, article 6.1. */
  ground: LabelKey;
  /** What ends the storage before the times of the tables count. */
  until?: LabelKey;
  /** Who receives the data besides the agency and the companies that run its site and mail. */
  seenBy?: LabelKey;
}

const processings = [
  {
    name: 'PROCESSING_QUESTION',
    text: 'PROCESSING_QUESTION_TEXT',
    tables: ['leads', 'outbox'],
    ground: 'GROUND_REQUEST',
    seenBy: 'SEEN_BY_OWNER',
  },
  {
    name: 'PROCESSING_WORK',
    text: 'PROCESSING_WORK_TEXT',
    tables: ['lead_work', 'lead_entries', 'lead_files', 'sealed_files', 'lead_drafts', 'person_links'],
    ground: 'GROUND_INTEREST',
    until: 'KEPT_WITH_LEAD',
  },
  {
    name: 'PROCESSING_STAFF',
    text: 'PROCESSING_STAFF_TEXT',
    tables: [
      'staff',
      'staff_sessions',
      'staff_credentials',
      'staff_tokens',
      'staff_recovery_codes',
      'staff_passkeys',
      'staff_events',
      'calendar_feeds',
      'content_batches',
    ],
    ground: 'GROUND_INTEREST',
    until: 'KEPT_WHILE_STAFF',
  },
  {
    name: 'PROCESSING_VIEWING',
    text: 'PROCESSING_VIEWING_TEXT',
    tables: ['viewings', 'viewing_cells', 'viewing_changes', 'viewing_feedback', 'leads', 'outbox'],
    ground: 'GROUND_REQUEST',
    seenBy: 'SEEN_BY_OWNER',
  },
  {
    name: 'PROCESSING_OFFER',
    text: 'PROCESSING_OFFER_TEXT',
    tables: ['offers', 'offer_changes', 'leads', 'outbox'],
    ground: 'GROUND_REQUEST',
    seenBy: 'SEEN_BY_OWNER',
  },
  {
    name: 'PROCESSING_TENANT',
    text: 'PROCESSING_TENANT_TEXT',
    tables: ['tenant_files', 'tenant_documents', 'sealed_files'],
    ground: 'GROUND_REQUEST',
    until: 'KEPT_UNTIL_DECIDED',
  },
  {
    name: 'PROCESSING_DOCUMENTS',
    text: 'PROCESSING_DOCUMENTS_TEXT',
    tables: ['document_openings', 'leads', 'outbox'],
    ground: 'GROUND_REQUEST',
    seenBy: 'SEEN_BY_OWNER',
  },
  {
    name: 'PROCESSING_VALUATION',
    text: 'PROCESSING_VALUATION_TEXT',
    tables: ['leads', 'outbox'],
    ground: 'GROUND_REQUEST',
  },
  {
    name: 'PROCESSING_SEARCH',
    text: 'PROCESSING_SEARCH_TEXT',
    tables: ['saved_searches', 'alerts', 'leads', 'outbox'],
    ground: 'GROUND_REQUEST',
    until: 'KEPT_UNTIL_ENDED',
  },
  {
    name: 'PROCESSING_SHARED',
    text: 'PROCESSING_SHARED_TEXT',
    tables: ['shared_lists', 'shared_list_properties', 'shared_list_marks'],
    ground: 'GROUND_CONSENT',
    until: 'KEPT_NINETY_DAYS',
    seenBy: 'SEEN_BY_LINK',
  },
  {
    name: 'PROCESSING_FRIEND',
    text: 'PROCESSING_FRIEND_TEXT',
    tables: ['leads', 'outbox'],
    ground: 'GROUND_INTEREST',
    seenBy: 'SEEN_BY_FRIEND',
  },
  {
    name: 'PROCESSING_TESTIMONIAL',
    text: 'PROCESSING_TESTIMONIAL_TEXT',
    tables: ['leads', 'outbox', 'content_versions', 'content_drafts'],
    ground: 'GROUND_CONSENT',
    until: 'KEPT_UNTIL_WITHDRAWN',
    seenBy: 'SEEN_BY_EVERYBODY',
  },
  {
    name: 'PROCESSING_NEWSLETTER',
    text: 'PROCESSING_NEWSLETTER_TEXT',
    tables: ['newsletter', 'outbox'],
    ground: 'GROUND_CONSENT',
    until: 'KEPT_UNTIL_UNSUBSCRIBED',
  },
  {
    name: 'PROCESSING_OWNERS',
    text: 'PROCESSING_OWNERS_TEXT',
    tables: [
      'owners',
      'owner_sessions',
      'owner_credentials',
      'owner_tokens',
      'owner_recovery_codes',
      'owner_passkeys',
      'owner_properties',
      'property_entries',
      'owner_documents',
      'sealed_files',
      'owner_replies',
    ],
    ground: 'GROUND_CONTRACT',
    until: 'KEPT_WHILE_OWNER',
  },
  {
    name: 'PROCESSING_VIEWS',
    text: 'PROCESSING_VIEWS_TEXT',
    tables: ['view_marks', 'view_counts'],
    ground: 'GROUND_INTEREST',
    until: 'KEPT_TWO_DAYS',
  },
  {
    name: 'PROCESSING_SEARCHED',
    text: 'PROCESSING_SEARCHED_TEXT',
    tables: ['search_counts'],
    ground: 'GROUND_INTEREST',
    until: 'KEPT_SEARCHED',
  },
  {
    name: 'PROCESSING_ABUSE',
    text: 'PROCESSING_ABUSE_TEXT',
    tables: ['limits', 'used_tokens'],
    ground: 'GROUND_INTEREST',
    until: 'KEPT_A_DAY',
  },
] as const satisfies readonly Processing[];

/**
 * Everything that the service does with personal data. A form names the one that it belongs to; a table with personal
 * data that is missing here fails a test.
 */
export const PROCESSINGS: readonly Processing[] = processings;
/** What a form collects data for. */
export type Purpose = (typeof processings)[number]['name'];

/** The times of retention that hold for a processing, in the order of its tables. */
export function retentionOf({ tables }: Processing): RetentionSetting[] {
  const rules = tables.flatMap(
    (table) => new Map<string, PersonalData>(personalDataTables).get(table)?.retention ?? [],
  );
  return settingsOfRules(rules);
}
