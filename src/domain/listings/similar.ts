import type { Listing } from '../property/listing.ts';

/** Finds homes like a given one: same goal and type, still to be had; the same town counts most, then the price. */
export type SimilarFinder = (home: Listing, most: number) => Listing[];

/** A finder among these homes, which are sorted into goals, types and places once: every page of a home asks it. */
export function similarFinder(among: readonly Listing[]): SimilarFinder {
  const groups = new Map<string, Map<string, Listing[]>>();
  for (const home of among) {
    if (home.gone) continue;
    for (const type of home.typeKeys) {
      const places = getOrInsertComputed(groups, `${home.goal} ${type}`, () => new Map<string, Listing[]>());
      getOrInsertComputed(places, `${home.countryId} ${home.zip}`, () => []).push(home);
    }
  }
  const known = new WeakMap<Listing, { most: number; found: Listing[] }>();
  return (home, most) => {
    const before = known.get(home);
    if (before?.most === most) return before.found;
    const found = most > 0 ? find(home, most) : [];
    known.set(home, { most, found });
    return found;
  };

  function find(home: Listing, most: number): Listing[] {
    const places = home.typeKeys.flatMap((type) => [...(groups.get(`${home.goal} ${type}`)?.values() ?? [])]);
    const byDistance = places
      .map((homes) => ({ homes, placeDistance: placeDistanceOf(home, homes[0] as Listing) }))
      .sort((a, b) => a.placeDistance - b.placeDistance);
    const best: Candidate[] = [];
    for (const { homes, placeDistance } of byDistance) {
      // What lies farther than the last of enough homes differs, no other of its place comes nearer.
      const farthest = best[most - 1];
      if (farthest && placeDistance > farthest.distance) break;
      for (const other of homes) {
        if (other.id === home.id) continue;
        const candidate = { other, distance: placeDistance + difference(home, other) };
        const last = best[most - 1];
        if (last && order(candidate, last) >= 0) continue;
        // A home of several types stands in several groups.
        if (home.typeKeys.length > 1 && best.some((known) => known.other === other)) continue;
        best.push(candidate);
        best.sort(order);
        if (best.length > most) best.pop();
      }
    }
    return best.map(({ other }) => other);
  }
}

/** What a map holds under a key, put there when it is not. */
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

/** How far two places are from each other: 0 for the same postcode, less than 1 for a region of postcodes, more for elsewhere. */
function placeDistanceOf(a: Listing, b: Listing): number {
  return a.zip === b.zip ? 0 : a.countryId !== b.countryId ? 4 : a.zip.slice(0, 2) === b.zip.slice(0, 2) ? 0.6 : 2;
}

/** How much two homes differ besides: 0 for the same price and bedrooms; the price counts in shares. */
function difference(a: Listing, b: Listing): number {
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return price + Math.abs(a.bedrooms - b.bedrooms) * 0.1;
}
