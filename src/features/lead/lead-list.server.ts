import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import type { LeadRow, Schema } from '../../platform/database/schema.ts';
import type { LeadWorkRow } from '../../platform/database/staff-schema.ts';
import { csvFile, csvLines, type Separator } from '../../platform/files/csv.ts';
import { searchedDigits } from '../../platform/text/contact-details.ts';
import { isOneOf, recordOf } from '../../platform/values/values.ts';
import { needsResponse, WITHOUT_RESPONSE } from './forms.ts';
import { OWN_SOURCES } from './lead-source.ts';
import { type Lead, type LeadFilter, leadOf, listLeads } from './leads.server.ts';

/** What somebody looks for: words, or a telephone number with the words it was typed in. */
export interface SearchTerm {
  words: readonly string[];
  /** The digits of a telephone number; empty for words. */
  digits: string;
}

const NUMBER = /(?<![^\s])\+?[\d(][\d\s./()-]{4,30}\d(?!\S)/;
/** Characters between the digits of a telephone number. */
const BETWEEN = [' ', '\u00a0', '.', '/', '-', '(', ')'];

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

/** The terms of a text, in lower case; all of them have to be found. At most `most` words count. */
export function searchTerms(text: string, most = 8): SearchTerm[] {
  const lower = text.trim().toLowerCase();
  const number = NUMBER.exec(lower);
  const digits = number ? searchedDigits(number[0]) : '';
  const rest = number && digits ? lower.replace(number[0], ' ') : lower;
  const words = wordsIn(rest)
    .slice(0, most)
    .map((word) => ({ words: [word], digits: '' }));
  // Its groups alone mean nothing: "58" is in many references.
  return number && digits ? [...words, { words: [number[0]], digits }] : words;
}

/** Whether a text contains a term; a telephone number is found however it was typed there. */
export function containsTerm(text: string, { words, digits }: SearchTerm): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word)) || (digits !== '' && plainDigits(lower).includes(digits));
}

const plainDigits = (text: string) => BETWEEN.reduce((all, one) => all.replaceAll(one, ''), text);

/** The condition that an SQL text contains a term, on both engines. */
export function containsTermSql(text: RawBuilder<unknown>, { words, digits }: SearchTerm): RawBuilder<boolean> {
  const likes = words.map((word) => sql`lower(${text}) like ${`%${word.replace(/[!%_]/g, '!$&')}%`} escape '!'`);
  const all = sql<boolean>`(${sql.join(likes, sql` and `)})`;
  if (digits === '') return all;
  const plain = BETWEEN.reduce((inner, one) => sql`replace(${inner}, ${one}, '')`, text);
  return sql<boolean>`(${all} or ${plain} like ${`%${digits}%`})`;
}

/** A lead with what the agency did with it. */
export interface WorkedLead extends Lead {
  assignedTo: string | null;
  snoozedUntil: string | null;
  respondedAt: string | null;
  /** Since when a mail of the visitor waits for a response; null for none. */
  receivedAt: string | null;
}

/** Since when a lead waits for a response: its own moment, or that of a later mail; null when it does not. */
export const waitsSince = ({
  form,
  createdAt,
  respondedAt,
  receivedAt,
}: Pick<WorkedLead, 'form' | 'createdAt' | 'respondedAt' | 'receivedAt'>): string | null =>
  respondedAt === null && needsResponse(form) ? createdAt : receivedAt;

/** The same as `waitsSince`, in SQL. */
const WAITS_SINCE = sql<string | null>`case
  when lead_work.responded_at is null and leads.form not in (${sql.join(WITHOUT_RESPONSE)}) then leads.created_at
  else lead_work.received_at end`;

/** What the list of leads shows; `open` = new and not snoozed. */
export type LeadState = 'open' | 'snoozed' | 'handled' | 'all';

/** Which leads the list shows; left out = all. */
export interface WorkFilter {
  state?: LeadState | undefined;
  form?: string | undefined;
  property?: string | undefined;
  /** ID of a member of staff, or `nobody`. */
  assigned?: string | undefined;
  /** Only leads that this person may see: their own and those of nobody. */
  openTo?: string | undefined;
  /** A source of `OWN_SOURCES`, or `utm_source` of the campaign. */
  source?: string | undefined;
  /** ISO moment: not older, and not younger; of leads that wait it is the one since when they do. */
  since?: string | undefined;
  until?: string | undefined;
  /** Only leads that wait for a response: their first one, or one to a later mail. */
  waiting?: true | undefined;
  /** Only leads of which the managers were not told that they wait too long. */
  unreported?: true | undefined;
  /** The oldest ones first. */
  oldestFirst?: true | undefined;
  /** Words that all stand in the lead; a telephone number in any spelling. */
  text?: string | undefined;
  /** Only leads of visitors who gave no email address. */
  addressless?: true | undefined;
  /** Only the leads with these IDs, and none of those. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Only leads before this ID, to continue a list. */
  before?: string | undefined;
  /** Only leads after this ID, the nearest one first. */
  after?: string | undefined;
  limit?: number | undefined;
}

const WORK = [
  'lead_work.assigned_to',
  'lead_work.snoozed_until',
  'lead_work.responded_at',
  'lead_work.received_at',
] as const;

type Work = Pick<LeadWorkRow, 'assigned_to' | 'snoozed_until' | 'responded_at' | 'received_at'>;

const worked = (row: LeadRow & { [K in keyof Work]: Work[K] | null }): WorkedLead => ({
  ...leadOf(row),
  assignedTo: row.assigned_to,
  snoozedUntil: row.snoozed_until,
  respondedAt: row.responded_at,
  receivedAt: row.received_at,
});

function filtered(db: Kysely<Schema>, filter: WorkFilter, nowMs: number) {
  const now = new Date(nowMs).toISOString();
  let query = db.selectFrom('leads').leftJoin('lead_work', 'lead_work.lead_id', 'leads.id');
  const { state = 'all', form, property, assigned, openTo, source, since, until, waiting, text = '' } = filter;
  const snoozed = sql<boolean>`coalesce(lead_work.snoozed_until, '') > ${now}`;
  if (state === 'open') query = query.where('leads.status', '=', 'new').where(sql<boolean>`not ${snoozed}`);
  if (state === 'snoozed') query = query.where('leads.status', '=', 'new').where(snoozed);
  if (state === 'handled') query = query.where('leads.status', '=', 'handled');
  if (form) query = query.where('leads.form', '=', form);
  if (property) query = query.where('leads.property_id', '=', property);
  if (assigned === 'nobody') query = query.where('lead_work.assigned_to', 'is', null);
  else if (assigned) query = query.where('lead_work.assigned_to', '=', assigned);
  if (openTo)
    query = query.where(({ eb, or }) =>
      or([eb('lead_work.assigned_to', 'is', null), eb('lead_work.assigned_to', '=', openTo)]),
    );
  if (source && isOneOf(OWN_SOURCES, source)) query = query.where('leads.source', '=', source);
  else if (source) query = query.where('leads.campaign', 'like', `%"utm_source":${JSON.stringify(source)}%`);
  if (filter.addressless) query = query.where('leads.email', 'is', null);
  if (filter.ids) query = query.where('leads.id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
  if (filter.except?.length) query = query.where('leads.id', 'not in', filter.except);
  if (waiting) query = query.where(WAITS_SINCE, 'is not', null);
  if (filter.unreported)
    query = query.where(
      sql<boolean>`not exists (
        select 1 from lead_entries where lead_id = leads.id and kind = 'late' and at >= ${WAITS_SINCE})`,
    );
  const moment = waiting ? WAITS_SINCE : sql<string | null>`leads.created_at`;
  if (since) query = query.where(moment, '>=', since);
  if (until) query = query.where(moment, '<', until);
  const said = sql`(leads.reference || ' ' || coalesce(leads.email, '') || ' ' || leads.form_values)`;
  for (const term of searchTerms(text)) query = query.where(containsTermSql(said, term));
  return query;
}

/** Leads with the work on them, newest first. */
export async function listWork(
  { db }: Pick<Database, 'db'>,
  filter: WorkFilter,
  nowMs = Date.now(),
): Promise<WorkedLead[]> {
  let query = filtered(db, filter, nowMs).selectAll('leads').select(WORK);
  if (filter.before) query = query.where('leads.id', '<', filter.before);
  if (filter.after) query = query.where('leads.id', '>', filter.after);
  const rows = await query
    .orderBy(filter.oldestFirst ? WAITS_SINCE : sql`leads.id`, filter.oldestFirst || filter.after ? 'asc' : 'desc')
    .limit(filter.limit ?? 50)
    .execute();
  return rows.map(worked);
}

/** The number of leads of a filter. */
export async function countWork({ db }: Pick<Database, 'db'>, filter: WorkFilter, nowMs = Date.now()): Promise<number> {
  const row = await filtered(db, filter, nowMs)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The lead with this reference and the work on it; null when there is none. */
export async function findWork({ db }: Pick<Database, 'db'>, reference: string): Promise<WorkedLead | null> {
  const row = await db
    .selectFrom('leads')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .selectAll('leads')
    .select(WORK)
    .where('leads.reference', '=', reference.trim().toUpperCase())
    .executeTakeFirst();
  return row ? worked(row) : null;
}

/** The sources from which leads came: first those that the agency knows, then campaigns in alphabetical order. */
export async function leadSources({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('campaign')
    .distinct()
    .where('campaign', '!=', '{}')
    .limit(500)
    .execute();
  const own = await db.selectFrom('leads').select('source').distinct().where('source', 'is not', null).execute();
  const sources = rows.map(({ campaign }) => recordOf(JSON.parse(campaign)).utm_source);
  const named = sources.filter((one) => typeof one === 'string').filter((one) => !isOneOf(OWN_SOURCES, one));
  return [...OWN_SOURCES.filter((one) => own.some(({ source }) => source === one)), ...[...new Set(named)].sort()];
}

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
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    before = last.id;
  }
}

function own(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : '';
}
