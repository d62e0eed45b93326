import type { Localized } from '../../i18n/localized.ts';

/** A photograph as the feed refers to it: a URL, or a file next to the feed. */
export interface ImportedPicture {
  source: string;
  id?: number;
  alt?: Localized;
}

/**
 * A property from a feed: fields of a property (domain/property) by name, with languages merged and empty fields left
 * out.
 */
export interface ImportedProperty {
  id: number;
  facts: Record<string, unknown>;
  pictures: ImportedPicture[];
  /** Notes for people: what was changed or left out during the import. */
  notes: string[];
}
