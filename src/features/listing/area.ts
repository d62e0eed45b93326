import { slugOf } from '../../platform/text/slug.ts';
import { type InsideTest, insideTest } from '../place/inside-outline.ts';
import { type Bounds, isWithin } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import type { City } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { distanceKm } from './town.ts';

/** The distances in kilometres that forms offer. */
export const DISTANCES = [5, 10, 20] as const;
/** The longest distance that a URL may ask for. */
export const LONGEST_KM = 50;
/** Fewer than the kilometres in a degree of latitude: a larger difference is a larger distance. */
const KM_PER_DEGREE = 111;

/**
 * The postcodes whose town lies within a distance of one of the places, from centre to centre in a straight line. It
 * never uses the point of a property, so that no hidden address can be found by asking for distances.
 */
export function zipsWithin(
  km: number,
  places: readonly { name: string; zip: string }[],
  cities: readonly City[],
): ReadonlySet<string> {
  const centres = centresOf(places, cities).map(pointOf);
  const near = cities.filter((city) =>
    centres.some(
      (centre) =>
        Math.abs(centre.latitude - city.Latitude) * KM_PER_DEGREE <= km && distanceKm(centre, pointOf(city)) <= km,
    ),
  );
  return new Set(near.flatMap(zipsOf));
}

/** The towns that places name, by postcode, name or both. */
export function centresOf(places: readonly { name: string; zip: string }[], cities: readonly City[]): City[] {
  const byZip = zipsIn(cities);
  const named = places.flatMap(({ name, zip }) => {
    const slug = slugOf(name);
    return (zip === '' ? cities : (byZip.get(zip) ?? [])).filter(
      (city) => name === '' || Object.values(city.Name).some((one) => slugOf(one) === slug),
    );
  });
  return [...new Set(named)];
}

/** The towns of each postcode; the cities stay the same from one request to the next. */
const known = new WeakMap<readonly City[], ReadonlyMap<string, readonly City[]>>();

function zipsIn(cities: readonly City[]): ReadonlyMap<string, readonly City[]> {
  const before = known.get(cities);
  if (before) return before;
  const byZip = new Map<string, City[]>();
  for (const city of cities) for (const zip of zipsOf(city)) byZip.set(zip, [...(byZip.get(zip) ?? []), city]);
  known.set(cities, byZip);
  return byZip;
}

/** All postcodes of a town. */
export const zipsOf = ({ Zip, Zips = [] }: City): string[] => [Zip, ...Zips];
/** The centre of a town. */
export const pointOf = ({ Latitude: latitude, Longitude: longitude }: City) => ({ latitude, longitude });

/** What a visitor drew on the map, or the part of it in view; a listing must be inside both. */
export interface DrawnArea {
  outline: readonly MapPoint[] | null;
  bounds: Bounds | null;
  /** The postcodes whose centre is inside, for properties with a hidden address. */
  zips: ReadonlySet<string>;
}

/** An area that was drawn, with the postcodes whose centre is in it; null when nothing was drawn. */
export function drawnArea(
  outline: readonly MapPoint[] | null,
  bounds: Bounds | null,
  cities: readonly City[],
): DrawnArea | null {
  if (!outline && !bounds) return null;
  const holds = areaTest({ outline, bounds });
  const inside = cities.filter(({ Latitude, Longitude }) => holds(Latitude, Longitude));
  return { outline, bounds, zips: new Set(inside.flatMap(zipsOf)) };
}

/** Says whether a place is in a drawn area. */
export function areaTest({ outline, bounds }: Pick<DrawnArea, 'outline' | 'bounds'>): InsideTest {
  const isInside = outline && insideTest(outline);
  return (latitude, longitude) =>
    (!bounds || isWithin({ latitude, longitude }, bounds)) && (!isInside || isInside(latitude, longitude));
}

/** Whether a listing is in a drawn area. A hidden address counts as the centre of its town, as the map shows it. */
export const isInDrawnArea = ({ point, zip }: Pick<Listing, 'point' | 'zip'>, area: DrawnArea): boolean =>
  point ? areaTest(area)(point.latitude, point.longitude) : area.zips.has(zip);
