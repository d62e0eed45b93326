import type { City } from '../place/place.ts';
import type { ListingQuery } from './listing-query.ts';
import { type TravelMinutes, type TravelTime, zipsInTime } from './travel-time.ts';
import { zipsWithin } from './zips-within.ts';

const NOWHERE: ReadonlySet<string> = new Set();

/** What a distance or a time on the way around some towns means; nothing without a town. */
export function aroundOf(
  { within, time, cities }: Pick<ListingQuery, 'within' | 'cities'> & { time: TravelTime | null },
  known: { cities: readonly City[]; travelMinutes?: TravelMinutes | undefined },
): Pick<ListingQuery, 'travel' | 'zipsAround'> {
  if (cities.length === 0) return { travel: null, zipsAround: NOWHERE };
  if (within) return { travel: null, zipsAround: zipsWithin(within, cities, known.cities) };
  if (!time) return { travel: null, zipsAround: NOWHERE };
  const { zips, isEstimate } = zipsInTime(time, cities, known.cities, known.travelMinutes);
  return { travel: { ...time, isEstimate }, zipsAround: zips };
}
