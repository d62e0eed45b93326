/** The tables of an owner: each holds one kind of event of a property. */
export const ENTRY_KINDS = ['viewing', 'communication', 'media', 'appearance'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/**
 * One row, from the agency's own system or from what the site knows. The texts of every `origin` other than entry are
 * ours.
 */
export interface PropertyEntry {
  origin: 'entry' | 'viewing' | 'lead' | 'alert' | 'site';
  id: string;
  at: string;
  type: string;
  contact: string;
  subject: string;
  comment: string;
  status: string;
  source: string;
  link: string;
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
