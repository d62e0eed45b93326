import { itemAt } from '../../platform/values/values.ts';
import { type MapPoint, metresBetween } from '../place/point.ts';

/** A property that was sold, as far as a valuation compares it. */
export interface SoldProperty {
  typeKey: string;
  /** Its last asking price in euros. */
  price: number;
  /** Living area in square metres. */
  living: number;
  /** Day on which it was sold, or last changed where that is not known. */
  day: string;
  /** The centre of its town. */
  point: MapPoint;
}

/** What somebody wants to sell. */
export interface AskedProperty {
  typeKey: string;
  living: number;
  point: MapPoint;
}

/** A range of prices in euros, with what it was computed from. */
export interface ComparableRange {
  low: number;
  high: number;
  /** Number of sold properties. */
  count: number;
  /** Prices per square metre between which the middle half of them lies. */
  perM2: readonly [number, number];
  /** Distance within which they lie, in kilometres. */
  km: number;
  /** Living areas that were compared, in square metres. */
  living: readonly [number, number];
}

/** Fewer sold properties say nothing about a price. */
const LEAST = 5;
/** The nearest distance with enough properties counts. */
const DISTANCES_KM = [5, 10, 20];
const MONTHS = 36;
/** Living areas from 70 to 130 % of the own one are compared. */
const AREAS = [0.7, 1.3] as const;
const ROUND_TO = 5000;

/** The value below which a share of sorted numbers lies, between neighbours in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = itemAt(sorted, Math.floor(at));
  const above = itemAt(sorted, Math.ceil(at));
  return below + (above - below) * (at % 1);
}

/**
 * The range of prices that own sold properties suggest: the middle half of their prices per square metre, times the
 * living area. Null with fewer than five of the same type, of like size, sold within three years and 20 km.
 */
export function comparableRange(
  { typeKey, living, point }: AskedProperty,
  sold: readonly SoldProperty[],
  now: Date,
): ComparableRange | null {
  if (!(living > 0)) return null;
  const oldest = new Date(now);
  oldest.setMonth(oldest.getMonth() - MONTHS);
  const [least, most] = AREAS;
  const areas: [number, number] = [Math.round(living * least), Math.round(living * most)];
  const alike = sold.filter(
    (one) =>
      one.typeKey === typeKey &&
      one.price > 0 &&
      one.living >= areas[0] &&
      one.living <= areas[1] &&
      one.day.slice(0, 10) >= oldest.toISOString().slice(0, 10),
  );
  for (const km of DISTANCES_KM) {
    const near = alike.filter((one) => metresBetween(point, one.point) <= km * 1000);
    if (near.length < LEAST) continue;
    const prices = near.map((one) => one.price / one.living).sort((one, other) => one - other);
    const [from, to] = [quantile(prices, 0.25), quantile(prices, 0.75)];
    const rounded = (perM2: number) => Math.round((perM2 * living) / ROUND_TO) * ROUND_TO;
    return {
      ...{ low: rounded(from), high: rounded(to), count: near.length, km, living: areas },
      perM2: [Math.round(from), Math.round(to)],
    };
  }
  return null;
}
