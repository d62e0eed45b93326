import type { ImportedProperty } from '../domain/import/imported-property.ts';
import type { ImportSettings } from '../domain/settings/import-settings.ts';

/** One file of a feed, as it was read. */
export interface FeedFile {
  name: string;
  text: string;
}

/** The contents of a feed, or why it cannot be trusted; in that case nothing is changed. */
export type FeedReading =
  | {
      ok: true;
      properties: ImportedProperty[];
      /**
       * Fields that the feed decides: a value that is no longer in the feed is removed. Editors decide all other
       * fields.
       */
      owned: readonly string[];
      notes: string[];
    }
  | { ok: false; problem: 'unparsable' | 'empty' | 'incomplete' | 'refused'; message: string };

/** A source of properties. To add a source, add a file in this folder and its line in importers.ts. */
export interface Feed {
  name: string;
  /** Endings of the file names that it reads. */
  endings: readonly string[];
  read(files: readonly FeedFile[], settings: ImportSettings): FeedReading;
}
