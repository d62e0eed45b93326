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
export interface ContentDraftRow {
  file: string;
  /** Row of the file, or empty for the whole. */
  part: string;
  staff_id: string;
  /** What the file held when the form was opened. */
  base: string;
  data: string;
  at: string;
}
