import type { Database } from '../../platform/database/database.server.ts';
import { matches } from '../listing/matching.ts';
import type { SearchCriteria } from '../listing/search-criteria.ts';
import type { City } from '../place/place.ts';
import { areasOf } from '../place/region.ts';
import type { Listing } from '../property/listing.ts';
import { isAvailable } from '../property/property-state.ts';
import { type SearchKind, searchKindKey, searchKindsOf } from '../statistics/searched.ts';
import { confirmedSearches } from './confirmed-searches.server.ts';

/** What people search and do not find: one kind of search with the number of people. */
export interface SearchGap extends SearchKind {
  people: number;
}

/** The saved searches for which there is no property on offer, by place, type and price band, most people first. */
export async function searchGaps(
  database: Pick<Database, 'db'>,
  listings: readonly Listing[],
  known: readonly City[],
): Promise<SearchGap[]> {
  const candidates = candidatesAmong(listings.filter(isAvailable));
  const gaps = new Map<string, { kind: SearchKind; people: Set<string> }>();
  for await (const { email, criteria } of confirmedSearches(database, known)) {
    if (candidates(criteria).some((listing) => matches(listing, criteria))) continue;
    for (const kind of searchKindsOf(criteria, ({ name, zip }) => zip || name)) {
      const key = searchKindKey(kind);
      const found = gaps.get(key) ?? { kind, people: new Set() };
      found.people.add(email);
      gaps.set(key, found);
    }
  }
  return [...gaps.values()]
    .map(({ kind, people }) => ({ ...kind, people: people.size }))
    .sort((a, b) => b.people - a.people || a.place.localeCompare(b.place));
}

/** The listings that may match a search: for one with postcodes or regions only those of its places. */
function candidatesAmong(listings: readonly Listing[]): (criteria: SearchCriteria) => readonly Listing[] {
  const byPlace = Map.groupBy(listings, ({ goal, zip }) => `${goal} ${zip}`);
  for (const [key, found] of [...byPlace])
    for (const area of areasOf({ CountryID: found[0]!.countryId, Zip: found[0]!.zip })) {
      const areaKey = `${key.split(' ')[0]} ${area}`;
      byPlace.set(areaKey, [...(byPlace.get(areaKey) ?? []), ...found]);
    }
  const byGoal = Map.groupBy(listings, ({ goal }) => goal);
  return ({ goal, cities, zipsAround, regions }) => {
    if (cities.length + regions.length === 0 || cities.some(({ zip }) => !zip)) return byGoal.get(goal) ?? [];
    const places = new Set([...cities.map(({ zip }) => zip), ...zipsAround, ...regions]);
    return [...places].flatMap((place) => byPlace.get(`${goal} ${place}`) ?? []);
  };
}
