/** The tables of translations and of changes of many content files at once. */
export interface TranslationSchema {
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
