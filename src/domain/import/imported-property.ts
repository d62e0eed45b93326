import type { Localized } from '../../i18n/localized.ts';

/** A photograph as the feed names it: a web address, or a file beside the feed. */
export interface ImportedPicture {
  source: string;
  id?: number;
  alt?: Localized;
}

/** A home out of a feed: fields of a home (domain/property) by their name, languages merged, empty ones left out. */
export interface ImportedProperty {
  id: number;
  facts: Record<string, unknown>;
  pictures: ImportedPicture[];
  /** What a person should know: something was changed or left out on the way. */
  notes: string[];
}
