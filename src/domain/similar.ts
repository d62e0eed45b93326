import type { Listing } from './listing.ts';

/** Finds homes like a given one: same goal and type, still to be had; the same town counts most, then the price. */
export type SimilarFinder = (home: Listing, most: number) => Listing[];

/** A finder among these homes, which are sorted into goals and types once: every page of a home asks it. */
export function similarFinder(among: readonly Listing[]): SimilarFinder {
  const groups = new Map<string, Listing[]>();
  for (const home of among) {
    if (home.gone) continue;
    for (const key of home.typeKeys) {
      const name = `${home.goal} ${key}`;
      const group = groups.get(name);
      if (group) group.push(home);
      else groups.set(name, [home]);
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
    const best: Candidate[] = [];
    for (const key of home.typeKeys) {
      for (const other of groups.get(`${home.goal} ${key}`) ?? []) {
        if (other.id === home.id) continue;
        const candidate = { other, distance: distance(home, other) };
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

interface Candidate {
  other: Listing;
  distance: number;
}

const order = (a: Candidate, b: Candidate): number =>
  a.distance - b.distance || b.other.created.localeCompare(a.other.created) || a.other.id - b.other.id;

/** 0 for a home of the same town and price; 1 for another town of the same region of postcodes, more for elsewhere; the price adds its difference in shares. */
function distance(a: Listing, b: Listing): number {
  const place = a.zip === b.zip ? 0 : a.countryId !== b.countryId ? 4 : a.zip.slice(0, 2) === b.zip.slice(0, 2) ? 0.6 : 2;
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return place + price + Math.abs(a.bedrooms - b.bedrooms) * 0.1;
}
