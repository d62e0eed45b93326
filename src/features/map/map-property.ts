import type { MarqueeMeaning } from '../agency/settings.ts';
import { type MapPoint, roundedPoint } from '../place/point.ts';
import type { Goal } from '../property/property-state.ts';

/** What a map without streets shows behind the towns. */
export interface MapGround {
  /**
   * Lines of numbers: latitude and longitude of the first point in ten thousandths of a degree, then the steps to each
   * next point.
   */
  borders: readonly (readonly number[])[];
  rivers: readonly (readonly number[])[];
  stations: readonly (MapPoint & { name: string })[];
  credits: readonly { by: string; title: string; link: string }[];
}

/** A degree of latitude, in kilometres. */
export const KM_PER_DEGREE = 111.3;

/** The distances that circles show around an address where there are no streets, in kilometres. */
export const RINGS = [1, 2];

/** Path of the drawn region of a list; the query is that of the map of the list. */
export const REGION_MAP = '/map/towns.svg';

/** Path of the data for the map without streets; `language` is added. */
export const MAP_GROUND = '/map/ground.json';

/**
 * The points of a line.
 * @example pointsOf([509000, 43000, 10, -5]) // [[50.9, 4.3], [50.901, 4.2995]]
 */
export function pointsOf(line: readonly number[]): [latitude: number, longitude: number][] {
  let [latitude, longitude] = [0, 0];
  return Array.from({ length: line.length / 2 }, (_, at) => {
    latitude += line[2 * at]!;
    longitude += line[2 * at + 1]!;
    return [latitude / 1e4, longitude / 1e4];
  });
}

/** A property on the map; without an exact point it is shown at the centre of its town. */
export interface MapProperty extends MapPoint {
  id: number;
  exact: boolean;
  title: string;
  /** Price in words, or that it is sold. */
  price: string;
  /** Postcode and town. */
  place: string;
  href: string;
  thumb: string | null;
  marquee: MarqueeMeaning;
}

/** A property as it is sent: its values in a fixed order, which halves the size of ten thousand of them. */
export type MapRow = [
  id: number,
  latitude: number,
  longitude: number,
  exact: 0 | 1,
  title: string,
  price: string,
  place: string,
  href: string,
  thumb: string | null,
  marquee: MarqueeMeaning,
];

/**
 * The point of a property on the map: its own public point, else the centre of its town; null when neither is known.
 */
export function mapPointOf(
  property: { point: MapPoint | null },
  town: MapPoint | null,
): (MapPoint & { exact: boolean }) | null {
  if (property.point) return { ...property.point, exact: true };
  return town ? { ...roundedPoint(town), exact: false } : null;
}

/** A property as it is sent. */
export function rowOf({
  id,
  latitude,
  longitude,
  exact,
  title,
  price,
  place,
  href,
  thumb,
  marquee,
}: MapProperty): MapRow {
  return [id, latitude, longitude, exact ? 1 : 0, title, price, place, href, thumb, marquee];
}

/** A property from the row it was sent as. */
export function propertyOfRow([
  id,
  latitude,
  longitude,
  exact,
  title,
  price,
  place,
  href,
  thumb,
  marquee,
]: MapRow): MapProperty {
  return { id, latitude, longitude, exact: exact === 1, title, price, place, href, thumb, marquee };
}

/**
 * The URL of the data for the map of a list, or of one property.
 * @example mapUrlOf({ goal: 'sale', language: 'nl', search: '?type=1&page=2' })
 * // '/api/map?goal=sale&language=nl&type=1'
 */
export function mapUrlOf({
  goal,
  language,
  search = '',
  town,
  type,
  property,
}: {
  goal: Goal;
  language: string;
  search?: string;
  town?: string | undefined;
  type?: number | undefined;
  property?: number;
}): string {
  const query = new URLSearchParams({ goal, language });
  for (const [key, value] of new URLSearchParams(search))
    if (key !== 'page' && key !== 'sort') query.append(key, value);
  if (town) query.set('town', town);
  if (type !== undefined) query.set('type', String(type));
  if (property !== undefined) query.set('home', String(property));
  return `/api/map?${query}`;
}
