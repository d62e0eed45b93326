import type { Listing } from '../property/listing.ts';
import { slugOf } from '../text/slug.ts';
import type { ListingQuery } from './listing-query.ts';

/** What a query looks at of a home. */
export type FilterFacts = Pick<
  Listing,
  | 'goal'
  | 'gone'
  | 'typeKeys'
  | 'city'
  | 'zip'
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

/** Whether a home is what a query asks for; shared by lists, counts and registered searches. */
export function matches(home: FilterFacts, query: ListingQuery): boolean {
  if (home.goal !== query.goal) return false;
  if (query.hideGone && home.gone) return false;
  if (query.typeKeys.length > 0 && !home.typeKeys.some((key) => query.typeKeys.includes(key))) return false;
  if (query.cities.length > 0 && !query.cities.some((city) => liesIn(home, city))) return false;
  // A hidden price is neither below nor above a limit: such a home is kept out of price searches, or it could be guessed.
  if (query.minPrice !== null && (home.price === null || home.price < query.minPrice)) return false;
  if (query.maxPrice !== null && (home.price === null || home.price > query.maxPrice)) return false;
  if (query.bedrooms !== null && home.bedrooms < query.bedrooms) return false;
  if (query.minSurface !== null && home.living < query.minSurface) return false;
  if (query.maxLabelStep !== null && (home.label === null || home.label.step > query.maxLabelStep)) return false;
  if (query.garden && !home.hasGarden) return false;
  if (query.terrace && !home.hasTerrace) return false;
  if (query.garages && home.garages < query.garages) return false;
  if (query.parkings && home.parkings < query.parkings) return false;
  return !query.parking || home.hasParking;
}

function liesIn(home: FilterFacts, { name, zip }: { name: string; zip: string }): boolean {
  if (zip && home.zip !== zip) return false;
  // One question is put to all homes in turn.
  if (name !== asked.name) asked = { name, slug: slugOf(name) };
  if (!asked.slug) return true;
  const known = citySlugs.get(home.city) ?? Object.values(home.city).map(slugOf);
  citySlugs.set(home.city, known);
  return known.includes(asked.slug);
}

let asked = { name: '', slug: '' };
const citySlugs = new WeakMap<Listing['city'], string[]>();
