import type { ListingQuery } from './listing-query.ts';
import { type FilterFacts, matches } from './matching.ts';

/** The query-string keys that form one criterion, and the query without that criterion. */
const CRITERIA: readonly {
  keys: readonly string[];
  without: (query: ListingQuery) => ListingQuery;
  isSet: (query: ListingQuery) => boolean;
}[] = [
  {
    keys: ['maxPrice'],
    isSet: ({ maxPrice }) => maxPrice !== null,
    without: (query) => ({ ...query, maxPrice: null }),
  },
  {
    keys: ['minPrice'],
    isSet: ({ minPrice }) => minPrice !== null,
    without: (query) => ({ ...query, minPrice: null }),
  },
  {
    keys: ['bedrooms'],
    isSet: ({ bedrooms }) => bedrooms !== null,
    without: (query) => ({ ...query, bedrooms: null }),
  },
  {
    keys: ['minSurface'],
    isSet: ({ minSurface }) => minSurface !== null,
    without: (query) => ({ ...query, minSurface: null }),
  },
  {
    keys: ['epc'],
    isSet: ({ maxLabelStep }) => maxLabelStep !== null,
    without: (query) => ({ ...query, maxLabelStep: null }),
  },
  { keys: ['type'], isSet: ({ typeKeys }) => typeKeys.length > 0, without: (query) => ({ ...query, typeKeys: [] }) },
  { keys: ['garden'], isSet: ({ garden }) => garden, without: (query) => ({ ...query, garden: false }) },
  { keys: ['terrace'], isSet: ({ terrace }) => terrace, without: (query) => ({ ...query, terrace: false }) },
  { keys: ['parking'], isSet: ({ parking }) => parking, without: (query) => ({ ...query, parking: false }) },
  { keys: ['city'], isSet: ({ cities }) => cities.length > 0, without: (query) => ({ ...query, cities: [] }) },
];

/**
 * The one criterion to drop when nothing matches: the one that gives the most listings, the town last. Null when none
 * helps.
 */
export function relaxation(
  query: ListingQuery,
  listings: readonly FilterFacts[],
): { keys: readonly string[]; count: number } | null {
  const options = CRITERIA.filter(({ isSet }) => isSet(query)).map(({ keys, without }) => {
    const relaxed = without(query);
    return { keys, count: listings.filter((listing) => !listing.gone && matches(listing, relaxed)).length };
  });
  const helpful = options.filter(({ count }) => count > 0);
  const inTown = helpful.filter(({ keys }) => !keys.includes('city'));
  return (inTown.length > 0 ? inTown : helpful).sort((a, b) => b.count - a.count)[0] ?? null;
}
