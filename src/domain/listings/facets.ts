import type { Feature } from '../property/features.ts';
import { townKeyOf } from '../property/listing.ts';
import type { ListingQuery } from './listing-query.ts';
import { type FilterFacts, matches } from './matching.ts';

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

/** Counts what each further choice would find; listings that are sold or rented are left out. */
export function facetsOf(query: ListingQuery, listings: readonly FilterFacts[]): Facets {
  const ofAllTypes = { ...query, typeKeys: [] };
  const everywhere = { ...query, cities: [], regions: [] };
  const features = new Map<Feature, number>();
  const types = new Map<string, number>();
  const towns = new Map<string, number>();
  let count = 0;
  for (const listing of listings) {
    if (listing.gone || listing.goal !== query.goal) continue;
    if (matches(listing, query)) {
      count += 1;
      for (const feature of listing.features) add(features, feature);
    }
    if (matches(listing, ofAllTypes)) for (const key of listing.typeKeys) add(types, key);
    if (matches(listing, everywhere)) add(towns, townKeyOf(listing.zip, listing.city));
  }
  return { count, features, types, towns };
}

/** How many of some listings are available and have each feature. */
export function featureCounts(listings: readonly Pick<FilterFacts, 'gone' | 'features'>[]): Map<Feature, number> {
  const counts = new Map<Feature, number>();
  for (const { gone, features } of listings) if (!gone) for (const feature of features) add(counts, feature);
  return counts;
}

const add = <Key>(counts: Map<Key, number>, key: Key): unknown => counts.set(key, (counts.get(key) ?? 0) + 1);
