import type { Feature } from '../property/features.ts';
import { townKeyOf } from '../property/listing.ts';
import type { ListingQuery } from './listing-query.ts';
import type { FilterFacts } from './matching.ts';

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
