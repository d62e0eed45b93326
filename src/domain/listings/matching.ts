import { type Area, areasOf } from '../places/region.ts';
import type { Listing } from '../property/listing.ts';
import { slugOf } from '../text/slug.ts';
import type { ListingQuery } from './listing-query.ts';

/** The facts of a listing that a query uses. */
export type FilterFacts = Pick<
  Listing,
  | 'goal'
  | 'gone'
  | 'typeKeys'
  | 'city'
  | 'zip'
  | 'countryId'
  | 'price'
  | 'bedrooms'
  | 'living'
  | 'label'
  | 'hasGarden'
  | 'hasTerrace'
  | 'hasParking'
  | 'garages'
  | 'parkings'
>;

/** Whether a listing matches a query; shared by lists, counts and saved searches. */
export function matches(listing: FilterFacts, query: ListingQuery): boolean {
  if (listing.goal !== query.goal) return false;
  if (query.hideGone && listing.gone) return false;
  if (query.typeKeys.length > 0 && !listing.typeKeys.some((key) => query.typeKeys.includes(key))) return false;
  if (query.cities.length > 0 && !query.cities.some((city) => liesIn(listing, city))) return false;
  if (query.regions?.length && !query.regions.some((region) => areasOfListing(listing).includes(region))) return false;
  // A hidden price matches no limit: such a listing is left out of price searches, or its price could be guessed.
  if (query.minPrice !== null && (listing.price === null || listing.price < query.minPrice)) return false;
  if (query.maxPrice !== null && (listing.price === null || listing.price > query.maxPrice)) return false;
  if (query.bedrooms !== null && listing.bedrooms < query.bedrooms) return false;
  if (query.minSurface !== null && listing.living < query.minSurface) return false;
  if (query.maxLabelStep !== null && (listing.label === null || listing.label.step > query.maxLabelStep)) return false;
  if (query.garden && !listing.hasGarden) return false;
  if (query.terrace && !listing.hasTerrace) return false;
  if (query.garages && listing.garages < query.garages) return false;
  if (query.parkings && listing.parkings < query.parkings) return false;
  return !query.parking || listing.hasParking;
}

function liesIn(listing: FilterFacts, { name, zip }: { name: string; zip: string }): boolean {
  if (zip && listing.zip !== zip) return false;
  // One query is matched against all listings in turn, so the slug is kept.
  if (name !== asked.name) asked = { name, slug: slugOf(name) };
  if (!asked.slug) return true;
  const known = citySlugs.get(listing.city) ?? Object.values(listing.city).map(slugOf);
  citySlugs.set(listing.city, known);
  return known.includes(asked.slug);
}

/** Listings of one postcode are many, and its areas always the same. */
function areasOfListing({ countryId, zip }: FilterFacts): readonly Area[] {
  const key = `${countryId} ${zip}`;
  const known = areas.get(key) ?? areasOf({ CountryID: countryId, Zip: zip });
  areas.set(key, known);
  return known;
}

const areas = new Map<string, readonly Area[]>();

let asked = { name: '', slug: '' };
const citySlugs = new WeakMap<Listing['city'], string[]>();

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
  {
    keys: ['region'],
    isSet: ({ regions }) => Boolean(regions?.length),
    without: (query) => ({ ...query, regions: [] }),
  },
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
  const inTown = helpful.filter(({ keys }) => !keys.includes('city') && !keys.includes('region'));
  return (inTown.length > 0 ? inTown : helpful).sort((a, b) => b.count - a.count)[0] ?? null;
}
