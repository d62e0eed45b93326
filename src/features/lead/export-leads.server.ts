import type { Database } from '../../platform/database/database.server.ts';
import { csvFile, csvLines, type Separator } from '../../platform/files/csv.ts';
import { listWork, type WorkedLead, type WorkFilter } from './lead-list.server.ts';
import { type Lead, type LeadFilter, listLeads } from './leads.server.ts';

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
type Read<T> = (page: { before?: string | undefined; limit: number }) => Promise<T[]>;

/** All leads of a filter in chunks of text: a JSON array, or CSV with one column per form field. */
export async function* exportLeads(
  database: Database,
  format: 'json' | 'csv',
  filter: LeadFilter = {},
): AsyncGenerator<string> {
  const read: Read<Lead> = (page) => listLeads(database, { ...filter, ...page });
  if (format === 'csv') return yield* csvOf(read, ',');
  let opening = '[\n';
  for await (const lead of eachLead(read)) {
    yield `${opening}${JSON.stringify(lead)}`;
    opening = ',\n';
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * The leads of a list of the studio as CSV for Excel in Belgium, with who has each lead and when the visitor first got
 * a response; `names` are those of staff by their ID.
 */
export async function* exportWork(
  database: Database,
  filter: WorkFilter,
  names: ReadonlyMap<string, string>,
  nowMs: number = Date.now(),
): AsyncGenerator<string> {
  const read: Read<WorkedLead> = (page) => listWork(database, { ...filter, ...page }, nowMs);
  yield* csvOf(read, ';', {
    assignedTo: ({ assignedTo }) => names.get(assignedTo ?? '') ?? assignedTo,
    respondedAt: ({ respondedAt }) => respondedAt,
  });
}

async function* csvOf<T extends Lead>(
  read: Read<T>,
  separator: Separator,
  more: Readonly<Record<string, (lead: T) => unknown>> = {},
): AsyncGenerator<string> {
  const values = new Set<string>();
  const campaign = new Set<string>();
  for await (const lead of eachLead(read)) {
    for (const key of Object.keys(lead.values)) values.add(key);
    for (const key of Object.keys(lead.campaign)) campaign.add(key);
  }
  const names = [...[...values].map((key) => `field ${key}`), ...[...campaign].map((key) => `campaign ${key}`)];
  yield csvFile([[...COLUMNS, ...Object.keys(more), ...names]], separator);
  for await (const lead of eachLead(read)) {
    const cells = [
      ...COLUMNS.map((column) => lead[column]),
      ...Object.values(more).map((cell) => cell(lead)),
      ...[...values].map((key) => own(lead.values, key)),
      ...[...campaign].map((key) => own(lead.campaign, key)),
    ];
    yield csvLines([cells], separator);
  }
}

// In pages, so that a hundred thousand of them need no more memory than five hundred.
async function* eachLead<T extends Lead>(read: Read<T>): AsyncGenerator<T> {
  let before: string | undefined;
  for (;;) {
    const page = await read({ ...(before !== undefined && { before }), limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)!.id;
  }
}

function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : '';
}
