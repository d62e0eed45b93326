import type { Database } from '../../platform/database/database.ts';
import { csvFile, csvLines } from '../../platform/files/csv.ts';
import { type Lead, type LeadFilter, listLeads } from './leads.ts';

const PAGE = 500;
const COLUMNS = [
  'reference',
  'createdAt',
  'form',
  'status',
  'handledAt',
  'language',
  'page',
  'propertyId',
  'projectId',
  'email',
  'consentVersion',
  'source',
] as const;

/** All leads of a filter in chunks of text: a JSON array, or CSV with one column per form field. */
export async function* exportLeads(
  database: Database,
  format: 'json' | 'csv',
  filter: LeadFilter = {},
): AsyncGenerator<string> {
  if (format === 'json') {
    let opening = '[\n';
    for await (const lead of eachLead(database, filter)) {
      yield `${opening}${JSON.stringify(lead)}`;
      opening = ',\n';
    }
    return yield opening === '[\n' ? '[]\n' : '\n]\n';
  }
  const values = new Set<string>();
  const campaign = new Set<string>();
  for await (const lead of eachLead(database, filter)) {
    for (const key of Object.keys(lead.values)) values.add(key);
    for (const key of Object.keys(lead.campaign)) campaign.add(key);
  }
  const names = [...values].map((key) => `field ${key}`);
  yield csvFile([[...COLUMNS, ...names, ...[...campaign].map((key) => `campaign ${key}`)]]);
  for await (const lead of eachLead(database, filter)) {
    const cells = [...values].map((key) => own(lead.values, key));
    yield csvLines([
      [...COLUMNS.map((column) => lead[column]), ...cells, ...[...campaign].map((key) => own(lead.campaign, key))],
    ]);
  }
}

// In pages, so that a hundred thousand of them need no more memory than five hundred.
async function* eachLead(database: Database, filter: LeadFilter): AsyncGenerator<Lead> {
  let before = filter.before;
  for (;;) {
    const page = await listLeads(database, { ...filter, before, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : '';
}
