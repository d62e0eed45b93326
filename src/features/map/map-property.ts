import type { MarqueeMeaning } from '../agency/settings.ts';
import { type MapPoint, roundedPoint } from '../place/point.ts';

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
