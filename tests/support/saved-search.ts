import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';

let count = 0;

/** Stores a confirmed saved search with its lead, as the form and its mailed link do. */
export async function putSearch(
  database: Database,
  criteria: Readonly<Record<string, unknown>>,
  { email = 'els@visitor.example', calls = false, at = '2026-11-18T09:00:00.000Z' } = {},
): Promise<void> {
  count += 1;
  const person = { firstName: 'Els', lastName: 'Peeters', phone: '0475 12 34 56', email };
  const values = { ...criteria, ...person, ...(calls && { calls: ['yes'] }) };
  const id = `saved-search-${count}`;
  await storeLead(database, {
    ...{ form: 'demand-register', token: id, language: 'nl', page: '/nl/', consentVersion: '1', email, values },
    async within(transaction, lead) {
      await transaction
        .insertInto('saved_searches')
        .values({
          ...{ id, lead_id: lead.id, email, language: 'nl', criteria: JSON.stringify(values), frequency: 'weekly' },
          ...{ state: 'confirmed', created_at: at, confirmed_at: at, ended_at: null },
        })
        .execute();
      return [];
    },
  });
}
