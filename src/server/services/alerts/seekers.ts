import { type FormValues, nameOf, textOf } from '../../../domain/forms/form.ts';
import { matches } from '../../../domain/listings/matching.ts';
import { searchCriteriaOf } from '../../../domain/listings/search-criteria.ts';
import type { City } from '../../../domain/places/place.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import { isAvailable } from '../../../domain/property/property-state.ts';
import type { Database } from '../../platform/database/database.ts';

/** Somebody whose saved search fits a property. */
export interface Seeker {
  email: string;
  name: string;
  /** Given in the form of the search, so that the agency can call; null when none was given. */
  phone: string | null;
  reference: string | null;
  since: string;
  maxPrice: number | null;
}

/** What people search and do not find: one kind of search with the number of people. */
export interface SearchGap {
  goal: 'sale' | 'rent';
  /** Postcode or name of the place; empty for everywhere. */
  place: string;
  typeKey: string;
  /** Upper end of the price band; null for no limit. */
  maxPrice: number | null;
  people: number;
}

/** Width of a price band, in euros. */
const BANDS = { sale: 100_000, rent: 250 } as const;

async function confirmedSearches({ db }: Pick<Database, 'db'>, known: readonly City[]) {
  const rows = await db
    .selectFrom('saved_searches')
    .leftJoin('leads', 'leads.id', 'saved_searches.lead_id')
    .select([
      'saved_searches.email',
      'saved_searches.criteria',
      'saved_searches.confirmed_at',
      'leads.form_values',
      'leads.reference',
    ])
    .where('saved_searches.state', '=', 'confirmed')
    .orderBy('saved_searches.confirmed_at', 'desc')
    .execute();
  return rows
    .map((row) => ({ ...row, criteria: searchCriteriaOf(JSON.parse(row.criteria) as FormValues, known) }))
    .filter(({ criteria }) => criteria.follows.length === 0);
}

/** Everybody whose confirmed search fits a property, those with a telephone number first; each person once. */
export async function seekersOf(
  database: Pick<Database, 'db'>,
  listing: Listing,
  known: readonly City[],
): Promise<Seeker[]> {
  const people = new Map<string, Seeker>();
  for (const row of await confirmedSearches(database, known)) {
    if (people.has(row.email) || !matches(listing, row.criteria)) continue;
    const values = row.form_values ? (JSON.parse(row.form_values) as FormValues) : {};
    people.set(row.email, {
      email: row.email,
      name: nameOf(values) || row.email,
      phone: textOf(values, 'phone') || null,
      reference: row.reference,
      since: row.confirmed_at ?? '',
      maxPrice: row.criteria.maxPrice,
    });
  }
  return [...people.values()].sort((a, b) => Number(b.phone !== null) - Number(a.phone !== null));
}

/** The searches for which there is no property on offer, by place, type and price band, most people first. */
export async function searchGaps(
  database: Pick<Database, 'db'>,
  listings: readonly Listing[],
  known: readonly City[],
): Promise<SearchGap[]> {
  const offered = listings.filter(isAvailable);
  const gaps = new Map<string, { gap: SearchGap; people: Set<string> }>();
  for (const { email, criteria } of await confirmedSearches(database, known)) {
    if (offered.some((listing) => matches(listing, criteria))) continue;
    const places = criteria.cities.length > 0 ? criteria.cities.map(({ name, zip }) => zip || name) : [''];
    const band = BANDS[criteria.goal];
    const maxPrice = criteria.maxPrice === null ? null : Math.ceil(criteria.maxPrice / band) * band;
    for (const place of places)
      for (const typeKey of criteria.typeKeys.length > 0 ? criteria.typeKeys : ['']) {
        const key = [criteria.goal, place, typeKey, maxPrice].join('|');
        const found = gaps.get(key) ?? {
          gap: { goal: criteria.goal, place, typeKey, maxPrice, people: 0 },
          people: new Set(),
        };
        found.people.add(email);
        gaps.set(key, found);
      }
  }
  return [...gaps.values()]
    .map(({ gap, people }) => ({ ...gap, people: people.size }))
    .sort((a, b) => b.people - a.people || a.place.localeCompare(b.place));
}
