import type { PropertyEntryRow } from '../../platform/database/owner-schema.ts';

/** The tables of an owner: each holds one kind of event of a property. */
export type EntryKind = Exclude<PropertyEntryRow['kind'], 'note'>;
export const ENTRY_KINDS = ['viewing', 'communication', 'media', 'appearance'] as const satisfies readonly EntryKind[];

/**
 * One row, from the agency's own system or from what the site knows. The texts of every `origin` other than entry are
 * ours.
 */
export interface PropertyEntry extends Omit<PropertyEntryRow, 'property_id' | 'kind' | 'external_id' | 'created_at'> {
  origin: 'entry' | 'viewing' | 'lead' | 'alert' | 'site';
  interest: string;
}

/** How a table is sorted and paged. */
export interface EntryView {
  sort: 'at' | 'type' | 'status';
  descending: boolean;
  page: number;
  size: number;
}

/** The content of a column of the tables. */
export type EntryColumn = 'at' | 'type' | 'contact' | 'subject' | 'comment' | 'status' | 'source' | 'link';

/** The columns of each kind, in their order. */
export const ENTRY_COLUMNS: Readonly<Record<EntryKind, readonly EntryColumn[]>> = {
  viewing: ['at', 'type', 'contact', 'comment', 'status'],
  communication: ['at', 'type', 'contact', 'subject', 'comment', 'status'],
  media: ['at', 'source', 'link', 'comment', 'status'],
  appearance: ['at', 'type', 'subject', 'source'],
};
