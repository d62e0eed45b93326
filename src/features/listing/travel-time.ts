import { isOneOf } from '../../platform/values/values.ts';
import type { City } from '../place/region.ts';
import { centresOf, pointOf, zipsOf } from './area.ts';
import { distanceKm } from './town.ts';

/** How a visitor travels. */
export const TRAVEL_MODES = ['car', 'bike', 'foot'] as const;
export type TravelMode = (typeof TRAVEL_MODES)[number];

/** A longest time on the way to a place. */
export interface TravelTime {
  by: TravelMode;
  minutes: number;
}

/** The times that forms offer, as URLs have them. */
export const TRAVEL_TIMES = ['car-15', 'car-30', 'bike-15', 'bike-30'] as const;
const LONGEST_MINUTES = 120;

/** Ways are about 30 % longer than a straight line; speeds are those of an ordinary day, in kilometres an hour. */
const DETOUR = 1.3;
const SPEED: Readonly<Record<TravelMode, number>> = { car: 45, bike: 16, foot: 4.5 };

/**
 * A time on the way as URLs have it; null for anything else.
 * @example travelTimeOf('car-30') // { by: 'car', minutes: 30 }
 */
export function travelTimeOf(text: string | null): TravelTime | null {
  const [, by, minutes] = /^(car|bike|foot)-(\d{1,3})$/.exec(text ?? '') ?? [];
  if (!isOneOf(TRAVEL_MODES, by)) return null;
  const time = { by, minutes: Number(minutes) };
  return time.minutes >= 1 && time.minutes <= LONGEST_MINUTES ? time : null;
}

/** A time on the way as URLs have it. */
export const pathOfTravelTime = ({ by, minutes }: TravelTime): string => `${by}-${minutes}`;

/** Minutes on the way, estimated from kilometres in a straight line. */
export const estimatedMinutes = (km: number, by: TravelMode): number => ((km * DETOUR) / SPEED[by]) * 60;

/**
 * The postcodes from whose centre one of the places is reached in time, by the estimate. As with distances, the point
 * of a property is never used.
 */
export function zipsInTime(
  { by, minutes }: TravelTime,
  places: readonly { name: string; zip: string }[],
  cities: readonly City[],
): ReadonlySet<string> {
  const zips = centresOf(places, cities).flatMap((centre) =>
    cities
      .filter((city) => estimatedMinutes(distanceKm(pointOf(city), pointOf(centre)), by) <= minutes)
      .flatMap(zipsOf),
  );
  return new Set(zips);
}
