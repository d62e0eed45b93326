import MiniSearch from 'minisearch';
import { localized } from '../../i18n/languages.ts';
import { firstFrom } from '../../platform/text/first-from.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { Town } from '../listing/town.ts';
import type { Listing } from '../property/listing.ts';

/**
 * What the search box needs of the site in one language, as short rows; built with the version, loaded when the box is
 * touched.
 */
export interface SearchIndex {
  /** Name, with path and count of its sale list and of its rent list. */
  types: SearchPlace[];
  /** The same for towns, with postcodes and names in other languages to match. */
  towns: SearchTown[];
  /** Null when there are too many for one file: then the server is queried. */
  properties: PropertyHit[] | null;
}

/** A type or town with its two lists; a list without properties has no path. */
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
  title: string;
  /** Price and town. */
  facts: string;
  /** The beginning of its text; empty without one. */
  text: string;
  href: string;
  thumb: string | null;
}

/** What a phrase asks for, in words, with the lists of it. */
export interface PhraseHit extends SearchPlace {
  /** Words that were not understood. */
  unknown: string[];
}

/** The hits for a text. */
export interface SearchHits {
  properties: PropertyHit[];
  towns: SearchTown[];
  /** Null when the text is no more than a name or a number, and until the server has responded. */
  phrase: PhraseHit | null;
}

/** The server's response: the first properties, whether these are all, and what a phrase asks for. */
export interface PropertyHitsResponse {
  properties: PropertyHit[];
  whole: boolean;
  phrase: PhraseHit | null;
}

/** The number that fits in one view; one more letter gives fewer, and Enter shows all. */
export const MOST_HITS = 8;

/** Text without accents and capitals, so that "liege" finds "Liège". */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/**
 * A search over an index: properties by number or reference, towns by name or postcode; of equal hits the one with more
 * properties comes first. It matches whole words and their beginnings; the server understands phrases and slips.
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
    phrase: null,
    properties: propertiesBy(text, MOST_HITS),
    towns: towns
      .search(text, { boostDocument: (at) => 1 + stockOf(index.towns[Number(at)]) / 1e6 })
      .slice(0, MOST_HITS)
      .flatMap(({ id }) => index.towns[Number(id)] ?? []),
  });
}

const stockOf = (place: SearchPlace | undefined): number => (place ? place.sale[1] + place.rent[1] : 0);

/**
 * What a phrase asks for, unless it is a town that is a hit already. A region can have the name of a town: it is
 * another place, with other properties.
 */
export function phraseBeside(towns: readonly SearchTown[], phrase: PhraseHit | null): PhraseHit | null {
  const isTown = towns.some(
    ({ name, sale, rent }) => name === phrase?.name && sale[1] === phrase.sale[1] && rent[1] === phrase.rent[1],
  );
  return isTown ? null : phrase;
}

/** Whether what a phrase asks for comes before the towns: it has more properties than the first of them. */
export const isPhraseFirst = ({ towns, phrase }: SearchHits): boolean =>
  phrase !== null && stockOf(phrase) > stockOf(towns[0]);

/**
 * A search for properties by the start of their number, of their reference or of a later part of it. It returns the
 * first `most` hits in key order.
 * @example propertyFinderOf(properties)('nr-5', 8) // properties whose reference begins with NR-5
 */
export function propertyFinderOf(properties: readonly PropertyHit[]): (text: string, most: number) => PropertyHit[] {
  const keyed = properties
    .flatMap((property) => keysOf(property).map((key) => ({ key, property })))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return (text, most) => {
    const wanted = slugOf(text);
    const found = new Set<PropertyHit>();
    if (wanted === '') return [];
    for (let at = firstFrom(keyed, wanted, ({ key }) => key); found.size < most; at += 1) {
      const next = keyed[at];
      if (!next?.key.startsWith(wanted)) break;
      found.add(next.property);
    }
    return [...found];
  };
}

function keysOf({ id, reference }: PropertyHit): string[] {
  const parts = slugOf(reference).split('-');
  return [...new Set([String(id), ...parts.map((_, from) => parts.slice(from).join('-'))])];
}

/** What people write before a reference, in any of the languages. */
const CALLED_REFERENCE = /^(?:ref|referen(?:ce|tie|z)|referentienummer|referenznummer|nr|no|nummer|numero)-(?=\d)/;

/**
 * Properties by number or reference, and towns by postcode or name (accent-insensitive, whole words or their
 * beginning).
 * @example searchListings('zaventem', listings, towns).towns // the town of Zaventem
 */
export function searchListings(
  text: string,
  among: readonly Listing[],
  towns: readonly Town[],
): { listings: Listing[]; towns: Town[] } {
  const asked = slugOf(text.slice(0, 100));
  if (!asked) return { listings: [], towns: [] };
  const references = [asked, asked.replace(CALLED_REFERENCE, '')];
  const listings = among.filter(
    ({ id, reference }) => references.includes(String(id)) || references.includes(slugOf(reference)),
  );
  const words = asked.split('-');
  const zip = words.find((word) => /^\d{4}$/.test(word));
  const name = words.filter((word) => word !== zip).join('-');
  const found = towns.filter((town) => {
    if (zip && town.zip !== zip) return false;
    return name === '' ? Boolean(zip) : Object.values(town.name).some((one) => `-${slugOf(one)}`.includes(`-${name}`));
  });
  return { listings, towns: found.sort((a, b) => localized(a.name, 'nl').localeCompare(localized(b.name, 'nl'))) };
}
