import type { MarqueeMeaning } from '../settings/settings.ts';

const OF_STATUS: ReadonlyMap<number | undefined, MarqueeMeaning> = new Map([
  [2, 'sold'],
  [4, 'rented'],
]);

/**
 * What the ribbon of a property means: its status when that says sold or rented, else its Marquee number in the site's
 * map.
 * @example marqueeOf({ Marquee: 3 }, { '0': 'none', '3': 'sold' }) // 'sold'
 */
export function marqueeOf(
  property: { Status?: number | undefined; Marquee?: number | undefined },
  map: Readonly<Record<string, MarqueeMeaning>>,
): MarqueeMeaning {
  const key = String(property.Marquee ?? 0);
  return OF_STATUS.get(property.Status) ?? (Object.hasOwn(map, key) ? map[key] : undefined) ?? 'none';
}

/** Whether a property is no longer available: sold or rented. */
export function isGone(meaning: MarqueeMeaning): boolean {
  return meaning === 'sold' || meaning === 'rented';
}
