import { sql } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { formatEuro } from '../../i18n/format.ts';
import { labelled } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { keysOf } from '../../platform/values/values.ts';
import { shownBidState } from '../bid/bid.ts';
import { factsOf } from '../bid/bids.server.ts';
import { nameOf, storedValues } from '../form/form.ts';
import { importFindings } from '../import/import-report.server.ts';
import { readImportState } from '../import/import-state.server.ts';
import { isAboutMoment } from '../owner/owner-replies.server.ts';
import { REPLY_LABELS } from '../owner/reply-labels.ts';
import { titleOf } from '../property/listing.ts';
import { isAvailable } from '../property/property-state.ts';
import { mayOpen, reachOf } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { TASK_LABELS, type Task, viewingHref } from './task.ts';

const ORDER = keysOf(TASK_LABELS);

type Parts = Pick<Ctx, 'database' | 'dataDir' | 'site'>;

const DAY_MS = 86_400_000;
/** So long ago something can have been for it to wait still. */
const LOOKS_BACK_DAYS = 30;

// What waits besides requests: for agents what is of their own viewings and properties, for others everything.

/** Who is asked for, and since when. */
interface Asked {
  person: StaffMember;
  now: string;
  since: string;
}

const aboutOf = ({ site }: Parts, propertyId: string, language: string) => {
  const listing = site.listing(Number(propertyId));
  return listing ? titleOf(listing, language) : propertyId;
};

/** Viewings to confirm, such to come of what is sold, and those that were without a report. */
async function viewingTasks(ctx: Parts, { person, now, since }: Asked): Promise<(Task & { agent: string })[]> {
  const rows = await ctx.database.db
    .selectFrom('viewings')
    .leftJoin('viewing_feedback', 'viewing_feedback.viewing_id', 'viewings.id')
    .selectAll('viewings')
    .select('viewing_feedback.given_at as reportedAt')
    .where('starts_at', '>', since)
    .where('state', 'in', ['requested', 'confirmed', 'done'])
    .orderBy('starts_at')
    .execute();
  return rows.flatMap((row): (Task & { agent: string })[] => {
    const { id, name, starts_at, state, property_id, agent_id, held_until, created_at } = row;
    const listing = ctx.site.listing(Number(property_id));
    const task = {
      title: name,
      detail: aboutOf(ctx, property_id, person.language),
      href: viewingHref(id),
      agent: agent_id,
    };
    const isComing = starts_at > now;
    if (isComing && state !== 'done' && listing && !isAvailable(listing))
      return [{ ...task, kind: 'gone-viewing', since: starts_at }];
    if (isComing && state === 'requested' && (held_until ?? '') > now)
      return [{ ...task, kind: 'requested', since: created_at }];
    const isOver = row.ends_at < now && state !== 'requested' && row.reportedAt === null;
    return isOver ? [{ ...task, kind: 'report', since: starts_at }] : [];
  });
}

/** Owners who want another time for a viewing to come that has not been moved since. */
async function ownerTasks(ctx: Parts, { person, now }: Asked): Promise<(Task & { agent: string })[]> {
  const rows = await ctx.database.db
    .selectFrom('owner_replies')
    .innerJoin('owners', 'owners.id', 'owner_replies.owner_id')
    .innerJoin('viewings', 'viewings.id', 'owner_replies.viewing_id')
    .select(['owners.name', 'owner_replies.at', 'reply', 'viewings.id', 'viewings.property_id', 'viewings.agent_id'])
    .where('owner_replies.reply', '!=', 'fine')
    .where(isAboutMoment)
    .where('viewings.starts_at', '>', now)
    .where('viewings.state', 'in', ['requested', 'confirmed'])
    .execute();
  const t = labelsIn(person.language);
  return rows.map(({ name, at, reply, id, property_id, agent_id }) => ({
    kind: 'owner-reply',
    title: labelled(name, t(REPLY_LABELS[reply]), person.language),
    detail: aboutOf(ctx, property_id, person.language),
    since: at,
    href: viewingHref(id),
    agent: agent_id,
  }));
}

/** Bids that the owner has not decided on. */
async function bidTasks(ctx: Parts, { person, now }: Asked): Promise<(Task & { property: string })[]> {
  const rows = await ctx.database.db
    .selectFrom('offers')
    .innerJoin('leads', 'leads.id', 'offers.lead_id')
    .selectAll('offers')
    .select(['leads.reference', 'leads.form_values'])
    .where('offers.state', '=', 'open')
    .execute();
  const today = brusselsDay(Date.parse(now));
  return rows
    .filter((row) => shownBidState(factsOf(row), today) === 'open')
    .map((row) => ({
      kind: 'bid',
      title: nameOf(storedValues(row.form_values)) || row.reference,
      detail: [formatEuro(row.amount, person.language), aboutOf(ctx, row.property_id, person.language)].join(' · '),
      since: row.created_at,
      href: `/studio/leads/${row.reference}/`,
      property: row.property_id,
      leadId: row.lead_id,
    }));
}

/** Files of candidate tenants that were sent, and documents of owners that nobody has opened. */
async function sentTasks(ctx: Parts, { person, since }: Asked): Promise<(Task & { property: string })[]> {
  const { db } = ctx.database;
  const files = await db.selectFrom('tenant_files').selectAll().where('state', '=', 'sent').execute();
  const documents = await db
    .selectFrom('owner_documents')
    .innerJoin('owners', 'owners.id', 'owner_documents.owner_id')
    .select(['owner_documents.id', 'owner_documents.name', 'owner_documents.at', 'property_id', 'owners.name as owner'])
    .where('at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('staff_events')
            .select('staff_events.id')
            .where('action', '=', 'owner-document')
            .whereRef('subject', '=', 'owner_documents.id'),
        ),
      ),
    )
    .execute();
  const { language } = person;
  return [
    ...files.map((file) => ({
      kind: 'tenant' as const,
      title: file.name,
      detail: aboutOf(ctx, file.property_id, language),
      since: file.sent_at ?? file.created_at,
      href: viewingHref(file.viewing_id),
      property: file.property_id,
    })),
    ...documents.map((one) => ({
      kind: 'document' as const,
      title: one.owner,
      detail: [one.name, aboutOf(ctx, one.property_id, language)].join(' · '),
      since: one.at,
      href: `/studio/content/properties/${one.property_id}/photos/`,
      property: one.property_id,
    })),
  ];
}

/** Mails to people who wrote that could not be delivered, one for each open lead, until somebody reached them. */
async function mailTasks(ctx: Parts, { person, since }: Asked): Promise<(Task & { holder: string | null })[]> {
  const rows = await ctx.database.db
    .selectFrom('outbox')
    .innerJoin('leads', 'leads.id', 'outbox.lead_id')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['leads.reference', 'leads.form_values', 'leads.property_id', 'lead_work.assigned_to'])
    .select(({ fn }) => fn.max('outbox.created_at').as('since'))
    .where('outbox.state', '=', 'failed')
    .where('outbox.target', 'is', null)
    .where('leads.status', '=', 'new')
    .where('outbox.created_at', '>', since)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox as later')
            .select('later.id')
            .whereRef('later.lead_id', '=', 'outbox.lead_id')
            .where(sql<boolean>`lower(later.recipient) = lower(outbox.recipient)`)
            .whereRef('later.id', '>', 'outbox.id')
            .where('later.state', '=', 'sent'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('lead_entries')
            .select('lead_entries.id')
            .whereRef('lead_entries.lead_id', '=', 'outbox.lead_id')
            .whereRef('lead_entries.at', '>', 'outbox.created_at')
            .where('kind', '=', 'called'),
        ),
      ),
    )
    .groupBy(['leads.reference', 'leads.form_values', 'leads.property_id', 'lead_work.assigned_to'])
    .execute();
  return rows.map((row) => ({
    kind: 'refused',
    title: nameOf(storedValues(row.form_values)) || row.reference,
    detail: row.property_id ? aboutOf(ctx, row.property_id, person.language) : '',
    since: row.since,
    href: `/studio/leads/${row.reference}/`,
    holder: row.assigned_to,
  }));
}

/** Imports that failed, or that have not been made for too long, by their last successful one. */
const importTasks = ({ dataDir }: Parts, nowMs: number): Task[] =>
  importFindings(dataDir, nowMs)
    .filter(({ state }) => state !== 'ok')
    .map(({ name }) => {
      const source = name.replace(/^import /, '');
      const since = readImportState(dataDir, source)?.goodAt ?? new Date(nowMs).toISOString();
      return { kind: 'import', title: source, detail: '', since, href: '/studio/imports/' };
    });

/** Everything besides requests that waits for a member of staff: the most urgent kind first, the oldest of it first. */
export async function tasks(ctx: Parts, person: StaffMember, nowMs = Date.now()): Promise<Task[]> {
  if (reachOf(person.role, 'leads.reply') === null) return [];
  const asked = {
    person,
    now: new Date(nowMs).toISOString(),
    since: new Date(nowMs - LOOKS_BACK_DAYS * DAY_MS).toISOString(),
  };
  const isAll = reachOf(person.role, 'leads.reply') === 'all';
  const { member } = person;
  const isOwn = (propertyId: string) => member !== null && ctx.site.listing(Number(propertyId))?.manager === member;
  const viewings = mayOpen(person.role, 'agenda')
    ? [...(await viewingTasks(ctx, asked)), ...(await ownerTasks(ctx, asked))]
    : [];
  const ofProperties = [...(await bidTasks(ctx, asked)), ...(await sentTasks(ctx, asked))];
  const found: Task[] = [
    ...viewings.filter(({ agent }) => isAll || agent === member),
    ...ofProperties.filter(({ property }) => isAll || isOwn(property)),
    ...(isAll && mayOpen(person.role, 'imports') ? importTasks(ctx, nowMs) : []),
    ...(await mailTasks(ctx, asked)).filter(({ holder }) => isAll || holder === null || holder === person.id),
  ];
  return found
    .map(({ kind, title, detail, since, href, leadId }) => ({ kind, title, detail, since, href, leadId }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.since < b.since ? -1 : 1));
}
