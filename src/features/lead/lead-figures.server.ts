import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import { formatDate } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { csvFile } from '../../platform/files/csv.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { titleOf } from '../property/listing.ts';
import { viewPeriods } from '../statistics/views.ts';
import {
  columnsOf,
  FIGURE_COLUMNS,
  FIGURE_GROUPS,
  type FigureGroup,
  type FigureSpan,
  type Figures,
  momentsOf,
} from './figure-groups.ts';
import { formNamed, needsResponse } from './forms.ts';
import { listWork, type WorkedLead } from './lead-list.server.ts';
import { isLate, officeMinutes } from './lead-report.server.ts';
import { sourceInWords } from './lead-source.ts';

const MOST = 20_000;

/** One row of the figures: what it is about, and a link for what has a page. */
export interface FigureRow extends Figures {
  key: string;
  name: string;
}

/** A span of moments, ISO 8601; `until` is not part of it. */
export interface Span {
  since: string;
  until: string;
}

/** Everything that is counted, each thing with what it is about. */
interface Counted {
  propertyId: string | null;
  /** The team member or the account that it belongs to, by name; null for nobody. */
  agent: string | null;
  at: string;
  lead?: WorkedLead;
}

/** How each group names what is counted: its key and its words; null leaves it out. */
type Namer = (one: Counted) => { key: string; name: string } | null;

function namersOf(site: Site, language: string): Readonly<Record<FigureGroup, Namer>> {
  const t = labelsIn(language);
  const plain = (name: string) => ({ key: name, name });
  return {
    agent: ({ agent }) => plain(agent ?? t('STUDIO_ASSIGNED_NOBODY')),
    office: ({ propertyId }) => {
      const { id, name } = site.officeOf(propertyId ? site.listing(Number(propertyId)) : null);
      return { key: id, name: localized(name, language) };
    },
    source: ({ lead }) => {
      if (!lead) return null;
      const source = lead.source ?? lead.campaign.utm_source ?? '';
      return { key: source, name: source ? sourceInWords(source, t) : t('FIGURES_DIRECT') };
    },
    kind: ({ lead }) => {
      const form = lead && formNamed(lead.form);
      return form ? { key: form.name, name: t(form.entryTitle ?? form.title) } : null;
    },
    week: ({ at }) => {
      const { week } = viewPeriods(brusselsDay(Date.parse(at)));
      return { key: week, name: formatDate(week, language) };
    },
    property: ({ propertyId }) => {
      if (!propertyId) return null;
      const listing = site.listing(Number(propertyId));
      return { key: propertyId, name: listing ? `${listing.reference} · ${titleOf(listing, language)}` : propertyId };
    },
  };
}

const NONE: Figures = {
  leads: 0,
  responded: 0,
  medianMinutes: null,
  late: 0,
  viewings: 0,
  bids: 0,
  sold: 0,
  views: 0,
};

/** The middle one of numbers; null for none. */
function middle(numbers: readonly number[]): number | null {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)] ?? null;
}

/** The figures of the agency between two moments by a group, most leads first; weeks in their order. */
export async function figuresOf(
  database: Pick<Database, 'db'>,
  site: Site,
  span: Span,
  { group, language }: { group: FigureGroup; language: string },
  nowMs = Date.now(),
): Promise<FigureRow[]> {
  const nameOf = namersOf(site, language)[group];
  const rows = new Map<string, FigureRow & { times: number[] }>();
  const rowOf = (one: Counted) => {
    const named = nameOf(one);
    if (!named) return null;
    const row = rows.get(named.key) ?? { ...NONE, ...named, times: [] };
    rows.set(named.key, row);
    return row;
  };
  for (const one of await countedLeads(database, span, site)) {
    const row = rowOf(one);
    if (!row) continue;
    row.leads += 1;
    const { createdAt, respondedAt, handledAt } = one.lead;
    const end = respondedAt ?? handledAt;
    if (end) row.times.push(officeMinutes(site, Date.parse(createdAt), Date.parse(end)));
    else if (isLate(site, one.lead, nowMs)) row.late += 1;
  }
  for (const [column, all] of Object.entries(await countedOthers(database, span, site)))
    for (const one of all) {
      const row = rowOf(one);
      if (row && (column === 'viewings' || column === 'bids' || column === 'sold')) row[column] += 1;
    }
  if (group === 'property')
    for (const { property_id, views } of await viewsOf(database, span)) {
      const row = rowOf({ propertyId: property_id, agent: null, at: span.since });
      if (row) row.views += views;
    }
  return [...rows.values()]
    .map(({ times, ...row }) => ({ ...row, responded: times.length, medianMinutes: middle(times) }))
    .sort((a, b) => (group === 'week' ? (a.key < b.key ? -1 : 1) : b.leads - a.leads || b.views - a.views));
}

/** The leads of a span that need a response, each with its agent: who has it, else the agent of its property. */
async function countedLeads(
  database: Pick<Database, 'db'>,
  { since, until }: Span,
  site: Site,
): Promise<(Counted & { lead: WorkedLead })[]> {
  const names = await staffNames(database, site);
  return (await listWork(database, { since, until, limit: MOST }))
    .filter(({ form }) => needsResponse(form))
    .map((lead) => ({
      lead,
      propertyId: lead.propertyId,
      agent: lead.assignedTo ? (names.get(lead.assignedTo) ?? null) : agentOf(site, lead.propertyId),
      at: lead.createdAt,
    }));
}

/** The names of accounts; who is a member of the team has the name that the site shows. */
async function staffNames({ db }: Pick<Database, 'db'>, site: Site): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('staff').select(['id', 'name', 'member']).execute();
  return new Map(rows.map(({ id, name, member }) => [id, site.members.find((one) => one.id === member)?.name ?? name]));
}

function agentOf(site: Site, propertyId: string | null): string | null {
  const manager = propertyId ? site.listing(Number(propertyId))?.manager : null;
  return site.members.find(({ id }) => id === manager)?.name ?? null;
}

/** Viewings, bids and sold properties of a span. */
async function countedOthers({ db }: Pick<Database, 'db'>, { since, until }: Span, site: Site) {
  const viewings = await db
    .selectFrom('viewings')
    .select(['property_id', 'agent_id', 'starts_at'])
    .where('starts_at', '>=', since)
    .where('starts_at', '<', until)
    .where('state', 'in', ['confirmed', 'done'])
    .execute();
  const bids = await db
    .selectFrom('offers')
    .select(['property_id', 'created_at'])
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .execute();
  const sold = await db
    .selectFrom('property_events')
    .select(['property_id', 'at'])
    .where('kind', '=', 'sold')
    .where('at', '>=', since)
    .where('at', '<', until)
    .execute();
  const memberName = (id: string) => site.members.find((member) => member.id === id)?.name ?? null;
  return {
    viewings: viewings.map(({ property_id, agent_id, starts_at }) => ({
      propertyId: property_id,
      agent: memberName(agent_id),
      at: starts_at,
    })),
    bids: bids.map(({ property_id, created_at }) => ({
      propertyId: property_id,
      agent: agentOf(site, property_id),
      at: created_at,
    })),
    sold: sold.map(({ property_id, at }) => ({ propertyId: property_id, agent: agentOf(site, property_id), at })),
  };
}

/** The page views of each property in a span. */
async function viewsOf({ db }: Pick<Database, 'db'>, { since, until }: Span) {
  const [from, to] = [brusselsDay(Date.parse(since)), brusselsDay(Date.parse(until))];
  const rows = await db
    .selectFrom('view_counts')
    .select(({ fn }) => ['property_id', fn.sum<number>('views').as('views')])
    .where('day', '>=', from)
    .where('day', '<', to)
    .groupBy('property_id')
    .execute();
  return rows.map(({ property_id, views }) => ({ property_id, views: Number(views) }));
}

/** The figures of a time. */
export function figures(
  ctx: Pick<Ctx, 'database' | 'site'>,
  { group, span, language }: { group: FigureGroup; span: FigureSpan; language: string },
  nowMs = Date.now(),
): Promise<FigureRow[]> {
  return figuresOf(ctx.database, ctx.site, momentsOf(span, nowMs), { group, language }, nowMs);
}

/** The same as a CSV file for Excel in Belgium. */
export async function figuresFile(ctx: Pick<Ctx, 'database' | 'site'>, asked: Parameters<typeof figures>[1]) {
  const t = labelsIn(asked.language);
  const columns = columnsOf(asked.group);
  const head = [t(FIGURE_GROUPS[asked.group]), ...columns.map((column) => t(FIGURE_COLUMNS[column]))];
  const rows = await figures(ctx, asked);
  return csvFile([head, ...rows.map((row) => [row.name, ...columns.map((column) => row[column] ?? '')])], ';');
}
