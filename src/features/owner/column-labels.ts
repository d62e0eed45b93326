import type { EntryColumn } from '../../domain/owners/property-entry.ts';
import type { LabelKey } from '../../i18n/label-key.ts';

/** The heading of each column. */
export const COLUMN_LABELS: Readonly<Record<EntryColumn | 'since', LabelKey>> = {
  at: 'COL_DATE',
  since: 'COL_SINCE',
  type: 'COL_TYPE',
  contact: 'COL_CONTACT',
  subject: 'COL_SUBJECT',
  comment: 'COL_COMMENT',
  status: 'COL_STATUS',
  source: 'COL_SOURCE',
  link: 'COL_LINK',
};
