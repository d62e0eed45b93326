import type { PropertyType } from '../place/place.ts';
import type { Feature } from '../property/features.ts';
import type { Goal } from '../property/property-state.ts';

/** What a search phrase asks. */
export interface Understood<Place> {
  /** Null when the phrase does not say it. */
  goal: Goal | null;
  types: PropertyType['key'][];
  places: Place[];
  minPrice: number | null;
  maxPrice: number | null;
  bedrooms: number | null;
  minSurface: number | null;
  maxSurface: number | null;
  minGround: number | null;
  /** Kilometres around the places. */
  within: number | null;
  /** Worst energy label that is accepted, such as `B`. */
  label: string | null;
  features: Feature[];
  /** Words that were not understood, as they were typed. */
  unknown: string[];
}

/** Below this a price is one per month. */
export const HIGHEST_RENT = 10_000;

/** Sets the range of prices, in whichever order its ends were typed. */
export function setRange(result: Understood<unknown>, low: number, high: number): void {
  // "200 tot 300.000" means thousands in both.
  const least = low < 1000 && high >= 100_000 ? low * 1000 : low;
  // "Between 0 and 300.000" has no lower limit.
  result.minPrice = Math.min(least, high) || null;
  result.maxPrice = Math.max(least, high);
}

/** Adds what is not there yet. */
export function add<T>(all: T[], one: T): void {
  if (!all.includes(one)) all.push(one);
}

/** Makes sense of the whole: "house with garage" wants parking, and 1000 euros are a rent. */
export function settled<Place>(result: Understood<Place>): Understood<Place> {
  const hasRooms = result.bedrooms !== null || result.features.includes('garden');
  if (result.types.includes('garage') && (result.types.length > 1 || hasRooms)) {
    result.types = result.types.filter((type) => type !== 'garage');
    add(result.features, 'parking');
  }
  // Parking alone is what is looked for.
  if (!hasRooms && result.types.length === 0 && result.features.length === 1 && result.features[0] === 'parking') {
    result.types = ['garage'];
    result.features = [];
  }
  // Only an apartment is on the ground floor.
  if (result.features.includes('groundFloor')) add(result.types, 'apartment');
  // The surface of land is that of the plot.
  if (result.types.length === 1 && result.types[0] === 'land' && result.minSurface !== null) {
    result.minGround = result.minSurface;
    result.minSurface = null;
  }
  if (result.places.length === 0) result.within = null;
  const { minPrice, maxPrice } = result;
  if (minPrice !== null && maxPrice !== null && minPrice > maxPrice) setRange(result, maxPrice, minPrice);
  const highest = result.maxPrice ?? result.minPrice;
  if (result.goal === null && highest !== null) result.goal = highest < HIGHEST_RENT ? 'rent' : 'sale';
  return result;
}
