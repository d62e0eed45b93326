import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import type { LeadRow, Schema } from '../../platform/database/schema.ts';
import type { LeadWorkRow } from '../../platform/database/staff-schema.ts';
import { SAVED_SEARCH } from '../statistics/campaign.ts';
import { type Lead, leadOf } from './leads.server.ts';
import { containsTermSql, searchTerms } from './search-terms.server.ts';

/** A lead with what the agency did with it. */
export interface WorkedLead extends Lead {
  assignedTo: string | null;
  snoozedUntil: string | null;
  respondedAt: string | null;
}

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
  /** `saved-search`, or `utm_source` of the campaign. */
  source?: string | undefined;
  /** ISO moment: not older, and not younger. */
  since?: string | undefined;
  until?: string | undefined;
  /** Only leads without a response. */
  waiting?: true | undefined;
  /** The oldest ones first. */
  oldestFirst?: true | undefined;
  /** Words that all stand in the lead; a telephone number in any spelling. */
  text?: string | undefined;
  /** Only the leads with these IDs, and none of those. */
  ids?: readonly string[] | undefined;
  except?: readonly string[] | undefined;
  /** Only leads before this ID, to continue a list. */
  before?: string | undefined;
  /** Only leads after this ID, the nearest one first. */
  after?: string | undefined;
  limit?: number | undefined;
}

const WORK = ['lead_work.assigned_to', 'lead_work.snoozed_until', 'lead_work.responded_at'] as const;

const worked = (row: LeadRow & Partial<LeadWorkRow>): WorkedLead => ({
  ...leadOf(row),
  assignedTo: row.assigned_to ?? null,
  snoozedUntil: row.snoozed_until ?? null,
  respondedAt: row.responded_at ?? null,
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
  if (source === SAVED_SEARCH) query = query.where('leads.source', '=', source);
  else if (source) query = query.where('leads.campaign', 'like', `%"utm_source":${JSON.stringify(source)}%`);
  if (filter.ids) query = query.where('leads.id', 'in', filter.ids.length > 0 ? filter.ids : ['']);
  if (filter.except?.length) query = query.where('leads.id', 'not in', filter.except);
  if (waiting) query = query.where('lead_work.responded_at', 'is', null);
  if (since) query = query.where('leads.created_at', '>=', since);
  if (until) query = query.where('leads.created_at', '<', until);
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
    .orderBy(filter.oldestFirst ? 'leads.created_at' : 'leads.id', filter.oldestFirst || filter.after ? 'asc' : 'desc')
    .limit(filter.limit ?? 50)
    .execute();
  return rows.map((row) => worked(row as LeadRow & Partial<LeadWorkRow>));
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
  return row ? worked(row as LeadRow & Partial<LeadWorkRow>) : null;
}

/** The sources from which leads came: saved searches first, then campaigns in the order of the alphabet. */
export async function leadSources({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('campaign')
    .distinct()
    .where('campaign', '!=', '{}')
    .limit(500)
    .execute();
  const saved = await db.selectFrom('leads').select('id').where('source', '=', SAVED_SEARCH).executeTakeFirst();
  const sources = rows.map(({ campaign }) => (JSON.parse(campaign) as Record<string, unknown>).utm_source);
  const named = sources.filter((one) => typeof one === 'string' && one !== SAVED_SEARCH) as string[];
  return [...(saved ? [SAVED_SEARCH] : []), ...[...new Set(named)].sort()];
}
