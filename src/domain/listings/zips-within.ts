import type { City } from '../places/place.ts';
import { slugOf } from '../text/slug.ts';
import { distanceKm } from './town.ts';

/** The distances in kilometres that forms offer. */
export const DISTANCES = [5, 10, 20] as const;
/** The longest distance that a URL may ask for. */
export const LONGEST_KM = 50;

/**
 * The postcodes whose town lies within a distance of one of the places, from centre to centre in a straight line. It
 * never uses the point of a property, so that no hidden address can be found by asking for distances.
 */
export function zipsWithin(
  km: number,
  places: readonly { name: string; zip: string }[],
  cities: readonly City[],
): ReadonlySet<string> {
  const centres = centresOf(places, cities);
  const near = cities.filter((city) => centres.some((centre) => distanceKm(pointOf(centre), pointOf(city)) <= km));
  return new Set(near.flatMap(zipsOf));
}

/** The towns that places name, by postcode, name or both. */
export function centresOf(places: readonly { name: string; zip: string }[], cities: readonly City[]): City[] {
  return cities.filter((city) =>
    places.some(
      ({ name, zip }) =>
        (zip === '' || zipsOf(city).includes(zip)) &&
        (name === '' || Object.values(city.Name).some((one) => slugOf(one) === slugOf(name))),
    ),
  );
}

/** All postcodes of a town. */
export const zipsOf = ({ Zip, Zips = [] }: City): string[] => [Zip, ...Zips];
/** The centre of a town. */
export const pointOf = ({ Latitude: latitude, Longitude: longitude }: City) => ({ latitude, longitude });
