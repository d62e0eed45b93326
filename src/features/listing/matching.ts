import { slugOf } from '../../platform/text/slug.ts';
import { type Area, areasOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { isInDrawnArea } from './drawn-area.ts';
import { isWithinLimit, LIMIT_KEYS, LIMITS, type LimitFacts } from './limits.ts';
import type { ListingQuery } from './listing-query.ts';

/** The facts of a listing that a query uses. */
export type FilterFacts = LimitFacts &
  Pick<
    Listing,
    | 'goal'
    | 'gone'
    | 'typeKeys'
    | 'city'
    | 'zip'
    | 'point'
    | 'countryId'
    | 'label'
    | 'features'
    | 'freeFrom'
    | 'garages'
    | 'parkings'
  >;

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
export const hasOtherCriteria = ({ typeKeys, maxLabelStep, freeBy, garages, parkings }: ListingQuery): boolean =>
  typeKeys.length > 0 || maxLabelStep !== null || freeBy !== null || Boolean(garages) || Boolean(parkings);

/** Whether a listing matches a query in all but its goal, its limits, its features, its places and a drawn area. */
export function matchesOthers(listing: FilterFacts, query: ListingQuery): boolean {
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
