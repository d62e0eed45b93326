/** A Belgian region; it decides which energy table and which housing law apply. */
export type Region = 'flanders' | 'brussels' | 'wallonia';

const BELGIUM = 10;

/** First and last postcode of each range. */
const RANGES: readonly (readonly [Region, number, number])[] = [
  ['brussels', 1000, 1299],
  ['wallonia', 1300, 1499],
  ['flanders', 1500, 3999],
  ['wallonia', 4000, 7999],
  ['flanders', 8000, 9999],
];

/**
 * The region of a place by its postcode, or null outside Belgium and for anything but four digits.
 * @example regionOf({ CountryID: 10, Zip: '1850' }) // 'flanders'
 * @example regionOf({ CountryID: 50, Zip: '1210' }) // null: Luxembourg has four digits too
 */
export function regionOf(place: { CountryID: number; Zip: string }): Region | null {
  if (place.CountryID !== BELGIUM) return null;
  const digits = /^(?:B-)?(\d{4})$/i.exec(place.Zip.trim())?.[1];
  const zip = Number(digits ?? 0);
  return RANGES.find(([, first, last]) => zip >= first && zip <= last)?.[0] ?? null;
}
