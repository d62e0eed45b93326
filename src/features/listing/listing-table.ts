import { FEATURES, type Feature } from '../property/features.ts';
import { areaTest } from './drawn-area.ts';
import { isWithinLimit, LIMIT_KEYS, LIMITS } from './limits.ts';
import type { ListingQuery } from './listing-query.ts';
import { type FilterFacts, hasOtherCriteria, isInPlaces, matchesOthers } from './matching.ts';

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
