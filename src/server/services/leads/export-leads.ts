import type { Database } from '../../platform/database/database.ts';
import { csvLine } from '../../platform/files/csv-line.ts';
import { listRequests, type RequestFilter, type RequestRecord } from './leads.ts';

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
] as const;

/** All requests of a filter in pieces of text: a JSON array, or CSV with one column per answer. */
export async function* exportRequests(
  database: Database,
  format: 'json' | 'csv',
  filter: RequestFilter = {},
): AsyncGenerator<string> {
  if (format === 'json') {
    let opening = '[\n';
    for await (const request of eachRequest(database, filter)) {
      yield `${opening}${JSON.stringify(request)}`;
      opening = ',\n';
    }
    return yield opening === '[\n' ? '[]\n' : '\n]\n';
  }
  const answers = new Set<string>();
  const campaign = new Set<string>();
  for await (const request of eachRequest(database, filter)) {
    for (const key of Object.keys(request.answers)) answers.add(key);
    for (const key of Object.keys(request.campaign)) campaign.add(key);
  }
  // The mark tells spreadsheets that this is UTF-8.
  yield `\uFEFF${csvLine([...COLUMNS, ...[...answers].map((key) => `answer ${key}`), ...[...campaign].map((key) => `campaign ${key}`)])}`;
  for await (const request of eachRequest(database, filter)) {
    yield csvLine([
      ...COLUMNS.map((column) => request[column]),
      ...[...answers].map((key) => own(request.answers, key)),
      ...[...campaign].map((key) => own(request.campaign, key)),
    ]);
  }
}

// In pages, so that a hundred thousand of them need no more memory than five hundred.
async function* eachRequest(database: Database, filter: RequestFilter): AsyncGenerator<RequestRecord> {
  let before = filter.before;
  for (;;) {
    const page = await listRequests(database, { ...filter, before, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : '';
}
