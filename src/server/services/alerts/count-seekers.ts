import type { FormValues, OfferedProperty } from '../../../domain/forms/form.ts';
import { searchCriteriaOf } from '../../../domain/listings/search-criteria.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * Number of people with a confirmed search for such a property, rounded down to fives; null below `least`.
 * A person with several searches counts once.
 */
export async function countSeekers({ db }: Database, property: OfferedProperty, least: number): Promise<number | null> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['email', 'criteria'])
    .where('state', '=', 'confirmed')
    .execute();
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
