import MiniSearch from 'minisearch';
import { propertyFinderOf } from './find-properties.ts';

/**
 * What the search box needs of the site in one language, as short rows; made at build, loaded when the box is touched.
 */
export interface SearchIndex {
  /** Name, address and number of its sale list, address and number of its rent list. */
  types: SearchPlace[];
  /** The same for towns, with postcodes and names in other languages to find them by. */
  towns: SearchTown[];
  /** Null where there are too many for one file: the server is asked for them. */
  properties: PropertyHit[] | null;
}

/** A type or town with its two lists; a list without homes has no address. */
export interface SearchPlace {
  name: string;
  sale: [href: string, count: number];
  rent: [href: string, count: number];
}

export interface SearchTown extends SearchPlace {
  zip: string;
  also: string;
}

export interface PropertyHit {
  id: number;
  reference: string;
  text: string;
  href: string;
  thumb: string | null;
}

/** What was found for a text. */
export interface SearchHits {
  properties: PropertyHit[];
  towns: SearchTown[];
}

/** What the server answers of homes: the first that were found, and whether these are all. */
export interface PropertyHitsResponse {
  properties: PropertyHit[];
  whole: boolean;
}

/** As many as are seen at a glance; with one more letter there are fewer, and Enter leads to all. */
export const MOST_HITS = 8;

/** Text without accents and capitals, so that "Liège" is found by "liege". */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/**
 * A search over an index: homes by number or reference only, towns by name or postcode; whole words and their
 * beginnings, nothing vague.
 * @example searcherOf(index)('wav').towns // Waver
 */
export function searcherOf(index: SearchIndex): (text: string) => SearchHits {
  const processTerm = (term: string) => plainText(term) || null;
  const towns = new MiniSearch<{ at: number; key: string }>({
    fields: ['key'],
    idField: 'at',
    processTerm,
    searchOptions: { prefix: true, fuzzy: 0, combineWith: 'AND', processTerm },
  });
  towns.addAll(index.towns.map(({ name, zip, also }, at) => ({ at, key: `${name} ${zip} ${also}` })));
  const propertiesBy = propertyFinderOf(index.properties ?? []);
  return (text) => ({
    properties: propertiesBy(text, MOST_HITS),
    towns: towns
      .search(text)
      .slice(0, MOST_HITS)
      .flatMap(({ id }) => index.towns[id as number] ?? []),
  });
}
