import type { Listing } from '../property/listing.ts';

/**
 * Finds listings similar to a given one: same goal and type, still available. The same town counts most, then the
 * price.
 */
export type SimilarFinder = (listing: Listing, most: number) => Listing[];

/**
 * A finder among these listings, which are grouped once by goal, type and place, because every property page uses it.
 */
export function similarFinder(among: readonly Listing[]): SimilarFinder {
  const groups = new Map<string, Map<string, Listing[]>>();
  for (const listing of among) {
    if (listing.gone) continue;
    for (const type of listing.typeKeys) {
      const places = getOrInsertComputed(groups, `${listing.goal} ${type}`, () => new Map<string, Listing[]>());
      getOrInsertComputed(places, `${listing.countryId} ${listing.zip}`, () => []).push(listing);
    }
  }
  const known = new WeakMap<Listing, { most: number; found: Listing[] }>();
  return (listing, most) => {
    const before = known.get(listing);
    if (before?.most === most) return before.found;
    const found = most > 0 ? find(listing, most) : [];
    known.set(listing, { most, found });
    return found;
  };

  function find(listing: Listing, most: number): Listing[] {
    const places = listing.typeKeys.flatMap((type) => [...(groups.get(`${listing.goal} ${type}`)?.values() ?? [])]);
    const byDistance = places
      .map((listings) => ({ listings, placeDistance: placeDistanceOf(listing, listings[0] as Listing) }))
      .sort((a, b) => a.placeDistance - b.placeDistance);
    const best: Candidate[] = [];
    for (const { listings, placeDistance } of byDistance) {
      // When enough listings were found, no listing in a place farther away than the last one can come closer.
      const farthest = best[most - 1];
      if (farthest && placeDistance > farthest.distance) break;
      for (const other of listings) {
        if (other.id === listing.id) continue;
        const candidate = { other, distance: placeDistance + difference(listing, other) };
        const last = best[most - 1];
        if (last && order(candidate, last) >= 0) continue;
        // A listing of several types is in several groups.
        if (listing.typeKeys.length > 1 && best.some((known) => known.other === other)) continue;
        best.push(candidate);
        best.sort(order);
        if (best.length > most) best.pop();
      }
    }
    return best.map(({ other }) => other);
  }
}

/** The value of a map under a key, inserted when it is missing. */
function getOrInsertComputed<V>(map: Map<string, V>, key: string, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

interface Candidate {
  other: Listing;
  distance: number;
}

const order = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance || b.other.created.localeCompare(a.other.created) || a.other.id - b.other.id;

/**
 * The distance between two places: 0 for the same postcode, less than 1 for the same postcode region, more for
 * elsewhere.
 */
function placeDistanceOf(a: Listing, b: Listing): number {
  return a.zip === b.zip ? 0 : a.countryId !== b.countryId ? 4 : a.zip.slice(0, 2) === b.zip.slice(0, 2) ? 0.6 : 2;
}

/**
 * The remaining difference between two listings: 0 for the same price and bedrooms; the price counts proportionally.
 */
function difference(a: Listing, b: Listing): number {
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return price + Math.abs(a.bedrooms - b.bedrooms) * 0.1;
}
