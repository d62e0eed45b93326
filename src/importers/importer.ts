import type { ImportedProperty } from '../domain/import/imported-property.ts';
import type { ImportSettings } from '../domain/settings/import-settings.ts';

/** One file of a feed, as it was read. */
export interface FeedFile {
  name: string;
  text: string;
}

/** What a feed holds, or why it cannot be trusted: then nothing may be changed. */
export type FeedReading =
  | {
      ok: true;
      properties: ImportedProperty[];
      /** Fields that this feed decides about: what it no longer says is taken away. All others are left to editors. */
      owned: readonly string[];
      notes: string[];
    }
  | { ok: false; problem: 'unparsable' | 'empty' | 'incomplete' | 'refused'; message: string };

/** A source of homes. Another one is another file in this folder and its line in feeds.ts. */
export interface Feed {
  name: string;
  /** Endings of the files it reads. */
  endings: readonly string[];
  read(files: readonly FeedFile[], settings: ImportSettings): FeedReading;
}
