import { type Bounds, boundsAround, isInside, isWithin } from '../places/outline.ts';
import type { City } from '../places/place.ts';
import type { MapPoint } from '../places/point.ts';
import type { Listing } from '../property/listing.ts';

/** What a visitor drew on the map, or the part of it in view; a listing must be inside both. */
export interface DrawnArea {
  outline: readonly MapPoint[] | null;
  /** What surrounds the outline: most listings are outside it, and comparing with it is fast. */
  around: Bounds | null;
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
  const around = outline && boundsAround(outline);
  const shape = { outline, around, bounds };
  const inside = cities.filter(({ Latitude, Longitude }) =>
    isPointIn({ latitude: Latitude, longitude: Longitude }, shape),
  );
  return { ...shape, zips: new Set(inside.flatMap(({ Zip, Zips = [] }) => [Zip, ...Zips])) };
}

/** Whether a listing is in a drawn area. A hidden address counts as the centre of its town, as the map shows it. */
export const isInDrawnArea = ({ point, zip }: Pick<Listing, 'point' | 'zip'>, area: DrawnArea): boolean =>
  point ? isPointIn(point, area) : area.zips.has(zip);

/** Whether a public point is in a drawn area. */
export function isPointIn(point: MapPoint, { outline, around, bounds }: Omit<DrawnArea, 'zips'>): boolean {
  if (bounds && !isWithin(point, bounds)) return false;
  return !outline || !around || (isWithin(point, around) && isInside(point, outline));
}
