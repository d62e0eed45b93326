import type { Listing } from './listing.ts';

/** Homes like this one: same goal and type, still to be had; the same town counts most, then the price. */
export function similarHomes(home: Listing, among: readonly Listing[], most: number): Listing[] {
  const scored: { other: Listing; distance: number }[] = [];
  for (const other of among) {
    if (
      other.id === home.id ||
      other.goal !== home.goal ||
      other.gone ||
      !other.typeKeys.some((key) => home.typeKeys.includes(key))
    )
      continue;
    scored.push({ other, distance: distance(home, other) });
  }
  return scored
    .sort((a, b) => a.distance - b.distance || b.other.created.localeCompare(a.other.created))
    .slice(0, most)
    .map(({ other }) => other);
}

/** 0 for a home of the same town and price; 1 for another town of the same region of postcodes, more for elsewhere; the price adds its difference in shares. */
function distance(a: Listing, b: Listing): number {
  const place = a.zip === b.zip ? 0 : a.countryId !== b.countryId ? 4 : a.zip.slice(0, 2) === b.zip.slice(0, 2) ? 0.6 : 2;
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return place + price + Math.abs(a.bedrooms - b.bedrooms) * 0.1;
}
