import { setImmediate as breathe } from 'node:timers/promises';
import type { Database } from '../../platform/database/database.server.ts';
import { storedValues } from '../form/form.ts';
import { type SearchCriteria, searchCriteriaOf } from '../listing/search-criteria.ts';
import type { City } from '../place/place.ts';

/** A confirmed saved search, with the lead in which it was registered. */
export interface ConfirmedSearch {
  email: string;
  criteria: SearchCriteria;
  confirmedAt: string;
  /** The form of the lead, as JSON; null when the lead was deleted. */
  formValues: string | null;
  reference: string | null;
}

const TURN_MS = 8;

/** Lets waiting requests be handled whenever work has taken eight milliseconds. */
function yielding(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await breathe();
    turn = performance.now();
  };
}

/** All confirmed searches, the latest one first; followed properties are none. */
export async function* confirmedSearches(
  { db }: Pick<Database, 'db'>,
  known: readonly City[],
): AsyncGenerator<ConfirmedSearch> {
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
  const yieldOften = yielding();
  for (const { email, criteria: stored, confirmed_at, form_values, reference } of rows) {
    await yieldOften();
    const criteria = searchCriteriaOf(storedValues(stored), known);
    if (criteria.follows.length === 0)
      yield { email, criteria, confirmedAt: confirmed_at ?? '', formValues: form_values, reference };
  }
}
