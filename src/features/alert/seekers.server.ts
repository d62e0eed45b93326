import type { Database } from '../../platform/database/database.server.ts';
import { nameOf, storedValues, textOf } from '../form/form.ts';
import { CALLS_FIELD } from '../form/person-fields.ts';
import { isInPlaces, matches } from '../listing/matching.ts';
import type { SearchCriteria } from '../listing/search-criteria.ts';
import type { City } from '../place/place.ts';
import type { Listing } from '../property/listing.ts';
import type { Project } from '../property/project.ts';
import { type ConfirmedSearch, confirmedSearches } from './confirmed-searches.server.ts';

/** Somebody whose saved search fits a property. */
export interface Seeker {
  email: string;
  name: string;
  /** Only of those who agreed to be called in the form of the search; null for the others. */
  phone: string | null;
  reference: string | null;
  since: string;
  maxPrice: number | null;
}

/** Whether something on offer fits a saved search. */
export type Fits = (criteria: SearchCriteria) => boolean;

/** Which saved searches a property fits. */
export const fitsOf =
  (listing: Listing): Fits =>
  (criteria) =>
    matches(listing, criteria);

/** Which saved searches a project fits: those of its units, and before it has units those that name its place. */
export function fitsOfProject({ City, Zip, CountryID }: Project, units: readonly Listing[]): Fits {
  const place = { city: City, zip: Zip, countryId: CountryID };
  return (criteria) =>
    units.length > 0
      ? units.some((unit) => matches(unit, criteria))
      : criteria.goal === 'sale' && criteria.cities.length + criteria.regions.length > 0 && isInPlaces(place, criteria);
}

/**
 * For each property or project, everybody whose confirmed search it fits: those who may be called first, each person
 * once.
 */
export async function seekersOf(
  database: Pick<Database, 'db'>,
  offered: readonly Fits[],
  known: readonly City[],
): Promise<Seeker[][]> {
  const found = offered.map((fits) => ({ fits, people: new Map<string, Seeker>() }));
  for await (const search of confirmedSearches(database, known))
    for (const { fits, people } of found) {
      // Of several searches of a person the one with the permission to call counts, else the latest one.
      if (people.get(search.email)?.phone || !fits(search.criteria)) continue;
      const seeker = seekerOf(search);
      if (seeker.phone || !people.has(search.email)) people.set(search.email, seeker);
    }
  return found.map(({ people }) =>
    [...people.values()].sort((a, b) => Number(b.phone !== null) - Number(a.phone !== null)),
  );
}

function seekerOf({ email, criteria, confirmedAt, formValues, reference }: ConfirmedSearch): Seeker {
  const values = formValues ? storedValues(formValues) : {};
  const mayBeCalled = [values[CALLS_FIELD] ?? []].flat().includes('yes');
  return {
    email,
    name: nameOf(values) || email,
    phone: (mayBeCalled && textOf(values, 'phone')) || null,
    reference,
    since: confirmedAt,
    maxPrice: criteria.maxPrice,
  };
}
