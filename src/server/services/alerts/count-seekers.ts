import type { FormValues } from '../../../domain/forms/form.ts';
import { searchCriteriaOf } from '../../../domain/listings/search-criteria.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';

/** A home somebody wants to sell or let, as far as a valuation form tells. */
export interface OfferedProperty {
  zip: string;
  typeKey: string;
  /** null: not decided yet. */
  goal: 'sale' | 'rent' | null;
}

/**
 * How many people with a confirmed search look for such a home in that place, rounded down to fives; null below `least`.
 * Each person counts once, however many searches they registered.
 */
export async function countSeekers({ db }: Database, property: OfferedProperty, least: number): Promise<number | null> {
  const rows = await db.selectFrom('saved_searches').select(['email', 'criteria']).where('state', '=', 'confirmed').execute();
  const people = new Set<string>();
  for (const { email, criteria: stored } of rows) {
    const criteria = searchCriteriaOf(JSON.parse(stored) as FormValues);
    const fits =
      (property.goal === null || criteria.goal === property.goal) &&
      (criteria.cities.length === 0 || criteria.cities.some(({ zip }) => zip === property.zip)) &&
      (criteria.typeKeys.length === 0 || criteria.typeKeys.includes(property.typeKey));
    if (fits) people.add(email);
  }
  return people.size < least ? null : Math.max(least, Math.floor(people.size / 5) * 5);
}

/** The same for the answers of a form; null for all but the valuation. */
export function seekersFor(
  form: string,
  values: Readonly<Record<string, unknown>>,
  { database, site }: { database: Database; site: Site },
): Promise<number | null> {
  if (form !== 'contact-demand') return Promise.resolve(null);
  const goal = values.goal === 'sale' || values.goal === 'rent' ? values.goal : null;
  const property = { zip: String(values.zip ?? ''), typeKey: String(values.propertyType ?? ''), goal } as const;
  return countSeekers(database, property, site.settings.alerts.seekersFrom);
}
