import { type InsideTest, insideTest } from '../place/inside-outline.ts';
import { type Bounds, isWithin } from '../place/outline.ts';
import type { City } from '../place/place.ts';
import type { MapPoint } from '../place/point.ts';
import type { Listing } from '../property/listing.ts';
import { zipsOf } from './zips-within.ts';

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
