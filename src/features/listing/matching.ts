import { slugOf } from '../../platform/text/slug.ts';
import { type Area, areasOf } from '../place/region.ts';
import { FEATURES, type Feature } from '../property/features.ts';
import { type Listing, townKeyOf } from '../property/listing.ts';
import { areaTest, isInDrawnArea } from './area.ts';
import { type FilterFacts, isWithinLimit, LIMIT_KEYS, LIMITS, type ListingQuery } from './listing-query.ts';

/** Whether a listing matches a query; shared by lists, counts and saved searches. */
export function matches(listing: FilterFacts, query: ListingQuery): boolean {
  if (listing.goal !== query.goal) return false;
  if (query.hideGone && listing.gone) return false;
  for (const key of LIMIT_KEYS) {
    const limit = query[key];
    const { figureOf, isMost } = LIMITS[key];
    if (limit !== null && !isWithinLimit(figureOf(listing), limit, isMost)) return false;
  }
  return (
    query.features.every((feature) => listing.features.includes(feature)) &&
    isInPlaces(listing, query) &&
    (!query.drawn || isInDrawnArea(listing, query.drawn)) &&
    matchesOthers(listing, query)
  );
}

/** Whether a query has criteria besides its goal, its limits, its features, its places and a drawn area. */
const hasOtherCriteria = ({ typeKeys, maxLabelStep, freeBy, garages, parkings }: ListingQuery): boolean =>
  typeKeys.length > 0 || maxLabelStep !== null || freeBy !== null || Boolean(garages) || Boolean(parkings);

/** Whether a listing matches a query in all but its goal, its limits, its features, its places and a drawn area. */
function matchesOthers(listing: FilterFacts, query: ListingQuery): boolean {
  if (query.typeKeys.length > 0 && !listing.typeKeys.some((key) => query.typeKeys.includes(key))) return false;
  if (query.maxLabelStep !== null && (listing.label === null || listing.label.step > query.maxLabelStep)) return false;
  if (query.freeBy !== null && (listing.freeFrom === null || listing.freeFrom > query.freeBy)) return false;
  if (query.garages && listing.garages < query.garages) return false;
  return !query.parkings || listing.parkings >= query.parkings;
}

/** Whether a listing lies in one of the places of a query, whichever kind they are; it depends on its town alone. */
export function isInPlaces(
  listing: Pick<FilterFacts, 'city' | 'zip' | 'countryId'>,
  { cities, zipsAround, regions }: ListingQuery,
): boolean {
  if (cities.length === 0 && regions.length === 0) return true;
  return (
    cities.some((city) => liesIn(listing, city)) ||
    zipsAround.has(listing.zip) ||
    (regions.length > 0 && areasOfListing(listing).some((area) => regions.includes(area)))
  );
}

function liesIn(listing: Pick<FilterFacts, 'city' | 'zip'>, { name, zip }: { name: string; zip: string }): boolean {
  if (zip && listing.zip !== zip) return false;
  // One query is matched against all listings in turn, so the slug is kept.
  if (name !== asked.name) asked = { name, slug: slugOf(name) };
  if (!asked.slug) return true;
  const known = citySlugs.get(listing.city) ?? Object.values(listing.city).map(slugOf);
  citySlugs.set(listing.city, known);
  return known.includes(asked.slug);
}

/** Listings of one postcode are many, and its areas always the same. */
function areasOfListing({ countryId, zip }: Pick<FilterFacts, 'countryId' | 'zip'>): readonly Area[] {
  const key = `${countryId} ${zip}`;
  const known = areas.get(key) ?? areasOf({ CountryID: countryId, Zip: zip });
  areas.set(key, known);
  return known;
}

const areas = new Map<string, readonly Area[]>();

let asked = { name: '', slug: '' };
const citySlugs = new WeakMap<Listing['city'], string[]>();

/** How many available listings a query finds, and how many each further choice would. */
export interface Facets {
  count: number;
  /** With a further feature. */
  features: ReadonlyMap<Feature, number>;
  /** Of one type instead of those chosen, by its key. */
  types: ReadonlyMap<string, number>;
  /** In one town instead of those chosen, by its key. */
  towns: ReadonlyMap<string, number>;
}

/** Finds the listings that match a query, and says how many of them are available and have each feature. */
export type FindListings = (query: ListingQuery) => {
  listings: readonly Pick<FilterFacts, 'typeKeys' | 'zip' | 'city'>[];
  free: number;
  features: ReadonlyMap<Feature, number>;
};

/** Counts what each further choice would find; listings that are sold or rented are left out. */
export function facetsOf(query: ListingQuery, find: FindListings): Facets {
  const available = { ...query, hideGone: true };
  const { free, features } = find(available);
  const types = new Map<string, number>();
  for (const { typeKeys } of find({ ...available, typeKeys: [] }).listings) for (const key of typeKeys) add(types, key);
  const towns = new Map<string, number>();
  for (const { zip, city } of find({ ...available, cities: [], regions: [] }).listings)
    add(towns, townKeyOf(zip, city));
  return { count: free, features, types, towns };
}

const counted = new WeakMap<object, ReadonlyMap<Feature, number>>();

/** How many of some listings are available and have each feature. Counted once per array: many pages share one. */
export function featureCounts(
  listings: readonly Pick<FilterFacts, 'gone' | 'features'>[],
): ReadonlyMap<Feature, number> {
  const known = counted.get(listings);
  if (known) return known;
  const counts = new Map<Feature, number>();
  for (const { gone, features } of listings) if (!gone) for (const feature of features) add(counts, feature);
  counted.set(listings, counts);
  return counts;
}

const add = <Key>(counts: Map<Key, number>, key: Key): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);

/** What a query finds in a table. */
export interface TableHits<Item> {
  /** In the order given. */
  listings: Item[];
  /** How many of them are available. */
  free: number;
  /** How many of the available ones have each feature. */
  features: ReadonlyMap<Feature, number>;
}

/** Finds what matches a query among items of its goal; `rows` has the row of each in the table. */
export type FindInTable = <Item>(query: ListingQuery, items: readonly Item[], rows: Uint32Array) => TableHits<Item>;

/**
 * The facts of listings as columns of numbers. Most queries compare numbers, and columns are read several times as
 * fast as ten thousand objects.
 */
export function listingTable(listings: readonly FilterFacts[]): FindInTable {
  const gone = Uint8Array.from(listings, (listing) => Number(listing.gone));
  const features = Uint32Array.from(listings, (listing) => bitsOf(listing.features));
  const figures = LIMIT_KEYS.map((key) => Float64Array.from(listings, LIMITS[key].figureOf));
  // NaN where the address is hidden.
  const latitudes = Float64Array.from(listings, ({ point }) => point?.latitude ?? Number.NaN);
  const longitudes = Float64Array.from(listings, ({ point }) => point?.longitude ?? Number.NaN);
  // One listing of each town, and the number of the town of each listing.
  const towns: FilterFacts[] = [];
  const numbers = new Map<string, number>();
  const town = Uint32Array.from(listings, (listing) => {
    const key = `${listing.countryId} ${listing.zip} ${Object.values(listing.city).join('|')}`;
    const number = numbers.get(key) ?? towns.push(listing) - 1;
    numbers.set(key, number);
    return number;
  });
  return <Item>(query: ListingQuery, items: readonly Item[], rows: Uint32Array) => {
    const limits = LIMIT_KEYS.flatMap((key, column) => {
      const limit = query[key];
      return limit === null ? [] : [{ limit, isMost: LIMITS[key].isMost, figures: figures[column]! }];
    });
    const wanted = bitsOf(query.features);
    const inPlaces = Uint8Array.from(towns, (one) => Number(isInPlaces(one, query)));
    const { drawn } = query;
    // A hidden address counts as the centre of its town.
    const isTownDrawn = towns.map(({ zip }) => drawn?.zips.has(zip) ?? false);
    const holds = drawn && areaTest(drawn);
    const isDrawn = (row: number): boolean => {
      const latitude = latitudes[row]!;
      return Number.isNaN(latitude) ? isTownDrawn[town[row]!]! : holds!(latitude, longitudes[row]!);
    };
    const others = hasOtherCriteria(query);
    const found: Item[] = [];
    const counts = new Uint32Array(FEATURES.length);
    let free = 0;
    each: for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at]!;
      if (query.hideGone && gone[row] === 1) continue;
      if ((features[row]! & wanted) !== wanted) continue;
      if (inPlaces[town[row]!] === 0) continue;
      for (const one of limits) if (!isWithinLimit(one.figures[row]!, one.limit, one.isMost)) continue each;
      if (holds && !isDrawn(row)) continue;
      if (others && !matchesOthers(listings[row]!, query)) continue;
      found.push(items[at]!);
      if (gone[row] === 1) continue;
      free += 1;
      for (let left = features[row]!; left !== 0; left &= left - 1) counts[31 - Math.clz32(left & -left)]! += 1;
    }
    const some = FEATURES.flatMap((feature, bit) => (counts[bit] ? [[feature, counts[bit]] as const] : []));
    return { listings: found, free, features: new Map(some) };
  };
}

/** Features as a number with one bit for each. */
const bitsOf = (features: readonly Feature[]): number =>
  features.reduce((bits, feature) => bits | (1 << FEATURES.indexOf(feature)), 0);
