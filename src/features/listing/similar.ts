import type { City } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { distanceKm } from './town.ts';

/** Towns that are farther apart than this have no similar properties, whatever the price. */
const MOST_KM = 30;

/**
 * Finds listings similar to a given one: same goal, type and country, not far away, still available. The same town
 * counts most, then the price.
 */
export type SimilarFinder = (listing: Listing, most: number) => Listing[];

/**
 * A finder among these listings, which are grouped on first use by goal, type and place, because every property page
 * uses it.
 * Distances are those of the towns, so nothing shows where a hidden address is.
 */
export function similarFinder(among: readonly Listing[], cities: readonly City[] = []): SimilarFinder {
  const locations = new Map(
    cities.flatMap((city) =>
      [city.Zip, ...(city.Zips ?? [])].map((zip) => [`${city.CountryID} ${zip}`, city] as const),
    ),
  );
  let groups: Groups | undefined;
  const known = new WeakMap<Listing, Known>();
  let earlier: Changes | null | undefined;
  // With the first question: a finder that is asked nothing must not replace what an earlier one found.
  const open = () => {
    const changes = changesSince(latest.get(cities), among);
    latest.set(cities, { among, known });
    return changes;
  };
  const find = (listing: Listing, most: number) => {
    groups ??= grouped(among);
    return nearest(listing, most, placesFor(listing, groups, locations));
  };
  return (listing, most) => {
    if (earlier === undefined) earlier = open();
    const own = known.get(listing);
    if (own?.most === most) return own.found;
    const before = earlier?.known.get(listing);
    const isSame = earlier && before?.most === most && staysSame(listing, before, earlier, locations);
    const found = isSame ? before.found : most > 0 ? find(listing, most) : [];
    known.set(listing, { most, found });
    return found;
  };
}

/** The towns by country and postcode. */
type Locations = ReadonlyMap<string, City>;

/** Whether none of the listings that went or came since changes what was found. */
function staysSame(listing: Listing, { most, found }: Known, changes: Changes, locations: Locations): boolean {
  if (found.some((one) => changes.gone.has(one))) return false;
  const last = found[most - 1];
  const farthest = last && candidateOf(listing, last, locations);
  return listing.typeKeys.every((type) =>
    (changes.added.get(`${listing.goal} ${type}`) ?? []).every((other) => {
      const candidate = other.id === listing.id ? null : candidateOf(listing, other, locations);
      return !candidate || (farthest != null && order(candidate, farthest) > 0);
    }),
  );
}

function candidateOf(listing: Listing, other: Listing, locations: Locations): Candidate | null {
  const distance = placeDistanceOf(listing, other, locations);
  return distance === null ? null : { other, distance: distance + difference(listing, other) };
}

/** A place with listings of the same goal and type, and how far away it is. */
interface PlaceNear {
  listings: readonly Listing[];
  placeDistance: number;
}

/** The places that are not too far from a listing, the nearest first. */
function placesFor(listing: Listing, groups: Groups, locations: Locations): PlaceNear[] {
  return listing.typeKeys
    .flatMap((type) => [...(groups.get(`${listing.goal} ${type}`)?.values() ?? [])])
    .flatMap((listings) => {
      const [first] = listings;
      const placeDistance = first ? placeDistanceOf(listing, first, locations) : null;
      return placeDistance === null ? [] : [{ listings, placeDistance }];
    })
    .sort((a, b) => a.placeDistance - b.placeDistance);
}

/** The listings of some places that are most like a listing. */
function nearest(listing: Listing, most: number, byDistance: readonly PlaceNear[]): Listing[] {
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

/** What was found for a listing. */
interface Known {
  most: number;
  found: Listing[];
}

/** The listings of the version before, of which most are the same objects, and what was found among them. */
interface Earlier {
  among: readonly Listing[];
  known: WeakMap<Listing, Known>;
}

const latest = new WeakMap<readonly City[], Earlier>();
/** With more changes everything is found anew, which takes less time. */
const FEW_CHANGES = 500;

/** The listings that went and came since the version before, and what was found before. */
interface Changes extends Pick<Earlier, 'known'> {
  gone: ReadonlySet<Listing>;
  /** The available ones that came, by goal and type. */
  added: ReadonlyMap<string, readonly Listing[]>;
}

/** What changed since the version before; null when that is too much. */
function changesSince(before: Earlier | undefined, among: readonly Listing[]): Changes | null {
  if (!before) return null;
  const [old, own] = [new Set(before.among), new Set(among)];
  const gone = old.difference(own);
  const came = own.difference(old);
  if (gone.size + came.size > FEW_CHANGES) return null;
  const added = new Map<string, Listing[]>();
  for (const listing of came)
    for (const type of listing.gone ? [] : listing.typeKeys)
      getOrInsertComputed(added, `${listing.goal} ${type}`, () => []).push(listing);
  return { known: before.known, gone, added };
}

/** The available listings by goal and type, then by place. */
type Groups = Map<string, Map<string, Listing[]>>;

function grouped(among: readonly Listing[]): Groups {
  const groups: Groups = new Map();
  for (const listing of among) {
    if (listing.gone) continue;
    for (const type of listing.typeKeys) {
      const places = getOrInsertComputed(groups, `${listing.goal} ${type}`, () => new Map<string, Listing[]>());
      getOrInsertComputed(places, `${listing.countryId} ${listing.zip}`, () => []).push(listing);
    }
  }
  return groups;
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
 * The distance between two places: 0 for the same postcode, then more with each kilometre; null when they are too far
 * apart. Without the location of a town only its postcode region is near.
 */
function placeDistanceOf(a: Listing, b: Listing, locations: Locations): number | null {
  if (a.countryId !== b.countryId) return null;
  if (a.zip === b.zip) return 0;
  const [here, there] = [a, b].map(({ countryId, zip }) => locations.get(`${countryId} ${zip}`));
  if (!here || !there) return a.zip.slice(0, -2) === b.zip.slice(0, -2) ? 0.6 : null;
  const km = distanceKm(
    { latitude: here.Latitude, longitude: here.Longitude },
    { latitude: there.Latitude, longitude: there.Longitude },
  );
  return km > MOST_KM ? null : 0.3 + km / 15;
}

/**
 * The remaining difference between two listings: 0 for the same price and bedrooms; the price counts proportionally.
 */
function difference(a: Listing, b: Listing): number {
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return price + Math.abs(a.bedrooms - b.bedrooms) * 0.1;
}
