import { createHash, randomBytes } from 'node:crypto';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Ctx } from '../../../content/site/ctx.server.ts';
import { parseDate } from '../../../i18n/format.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { ownersOf } from '../../../platform/accounts/account-auth.server.ts';
import { present } from '../../../platform/values/values.ts';
import { waitOf } from '../../lead/lead-reply.server.ts';
import { respondByViewing, takeBackViewing, type ViewingResponse } from '../../lead/lead-work.server.ts';
import { leadReference } from '../../lead/leads.server.ts';
import { storeFeedback } from '../../owner/feedback.server.ts';
import { repliesTo as ownersReplies } from '../../owner/owner-replies.server.ts';
import { titleOf } from '../../property/listing.ts';
import { addressWords } from '../../property/words.server.ts';
import { type Reach, reachOf } from '../../staff/rights.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { type AgendaViewing, agendaOf, agendaViewing, markMissed, viewingsOfLeads } from '../agenda.server.ts';
import { freeViewings } from '../book-viewing.server.ts';
import { areOwnersMailed, isAgentMailed } from '../mails.server.ts';
import {
  type ChangeOrigin,
  changesOf,
  changeViewing,
  lastChangeBy,
  undoViewingChange,
} from '../viewing-changes.server.ts';
import type { ViewingChange } from '../viewing-facts.server.ts';

/** A viewing as a calendar shows it. */
interface FeedViewing extends AgendaViewing {
  title: string;
  address: string;
}

/** The viewings of an agent as a calendar to which a calendar program subscribes; cancelled ones are marked. */
export function agendaFeed(
  viewings: readonly FeedViewing[],
  { name, language, domain }: { name: string; language: string; domain: string },
): string {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: domain, product: 'agenda', language: language.toUpperCase() },
    ttl: 900,
  });
  for (const viewing of viewings)
    calendar.createEvent({
      id: `${viewing.id}@${domain}`,
      sequence: viewing.sequence,
      start: new Date(viewing.starts_at),
      end: new Date(viewing.ends_at),
      stamp: new Date(viewing.created_at),
      status:
        viewing.state === 'cancelled'
          ? ICalEventStatus.CANCELLED
          : viewing.state === 'requested'
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
      summary: `${viewing.title}, ${viewing.name}`,
      location: viewing.address,
      description: [viewing.name, viewing.phone, viewing.email, viewing.remark].filter(Boolean).join('\n'),
    });
  return calendar.toString();
}

type Parts = Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

const DAY_MS = 86_400_000;
/** A calendar feed shows what was and what will be within this time. */
const FEED_DAYS = { before: 30, after: 120 };

// The agenda of the studio.

function shown(ctx: Parts, viewing: AgendaViewing, language: string) {
  const listing = ctx.site.listing(Number(viewing.property_id));
  return {
    ...viewing,
    listing,
    title: listing ? titleOf(listing, language) : viewing.property_id,
    // Staff go there, so the whole postal address is shown.
    address: listing ? addressWords(listing, ctx.site, language, { isPublic: false }) : '',
    agent: ctx.site.members.find(({ id }) => id === viewing.agent_id)?.name ?? ctx.site.settings.site.agency.name,
  };
}

/** The agents who have viewings, for the filter of the agenda. */
export function agents(ctx: Parts) {
  return ctx.site.members.map(({ id, name }) => ({ id, name }));
}

/** The agents of the properties on offer, by their IDs. */
export function managers(ctx: Parts): string[] {
  return [...new Set(ctx.site.listings.flatMap(({ manager }) => manager ?? []))].sort();
}

/** The viewings of some days from a day in Brussels on. */
export async function list(
  ctx: Parts,
  { day, days, agent }: { day: string; days: number; agent?: string | undefined },
  language: string,
) {
  const start = present(parseDate(`${day} 00:00`), day).getTime();
  // A day on which the clock changes has 23 or 25 hours: the end is a midnight, too.
  const last = new Date(start + days * DAY_MS + DAY_MS / 2).toISOString().slice(0, 10);
  const end = present(parseDate(`${last} 00:00`), last).getTime();
  const [from, to] = [new Date(start).toISOString(), new Date(end).toISOString()];
  return (await agendaOf(ctx.database, { from, to, agent })).map((viewing) => shown(ctx, viewing, language));
}

/** The viewings of a property that are still to come, in their order. */
export function comingOf(ctx: Parts, propertyId: string, nowMs = Date.now()) {
  return ctx.database.db
    .selectFrom('viewings')
    .select(['id', 'name', 'starts_at'])
    .where('property_id', '=', propertyId)
    .where('state', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>', new Date(nowMs).toISOString())
    .orderBy('starts_at')
    .execute();
}

/** What owners said to these viewings. */
export function repliesTo(ctx: Parts, ids: readonly string[]) {
  return ownersReplies(ctx.database, ids);
}

/** The viewing that each of these leads asked for, unless it was cancelled. */
export async function ofLeads(
  ctx: Parts,
  leadIds: readonly string[],
): Promise<Map<string, { id: string; starts_at: string }>> {
  const rows = await viewingsOfLeads(ctx.database, leadIds);
  return new Map(rows.map(({ lead_id, id, starts_at }) => [lead_id ?? '', { id, starts_at }]));
}

/** A viewing with its lead and what owners said to it; null when there is none. */
export async function find(ctx: Parts, id: string, language: string) {
  const viewing = await agendaViewing(ctx.database, id);
  if (!viewing) return null;
  const lead = viewing.lead_id ? await leadReference(ctx.database, viewing.lead_id) : null;
  const replies = await ownersReplies(ctx.database, [id]);
  return { ...shown(ctx, viewing, language), lead, replies, changes: await changesOf(ctx.database.db, viewing) };
}

/** Whether a member of staff may change a viewing: agents only their own. */
export function mayChange(
  _ctx: Parts,
  viewing: { agent_id: string },
  person: StaffMember,
  reach: Reach | null,
): boolean {
  return reach === 'all' || (reach === 'own' && viewing.agent_id === person.member);
}

/** Whether a member of staff may move a viewing to another time: one that is to come. */
export function mayMove(ctx: Parts, viewing: AgendaViewing, person: StaffMember, reach: Reach | null): boolean {
  const isOpen = viewing.state === 'requested' || viewing.state === 'confirmed';
  return isOpen && Date.parse(viewing.starts_at) > Date.now() && mayChange(ctx, viewing, person, reach);
}

/** The other times to which the agency can move a viewing, in their order. */
export async function freeTimes(ctx: Parts, viewing: { property_id: string; starts_at: string }): Promise<string[]> {
  const listing = ctx.site.listing(Number(viewing.property_id));
  if (!listing) return [];
  const { slots } = await freeViewings(ctx.database, ctx.site, listing, { leadHours: 0 });
  return slots.map(({ startsAt }) => startsAt).filter((startsAt) => startsAt !== viewing.starts_at);
}

/** Who gets a mail when the studio does this with a viewing; confirmed and moved, it is confirmed afterwards. */
export async function mailed(
  ctx: Parts,
  viewing: AgendaViewing & { agent: string },
  language: string,
  change: ViewingChange['do'],
): Promise<string> {
  const after = change === 'cancel' ? 'cancelled' : 'confirmed';
  const owners = areOwnersMailed(viewing.state, after) ? await ownersOf(ctx.database.db, viewing.property_id) : [];
  const named = owners.map(({ name }) => labelsIn(language)('STUDIO_MAILED_OWNER', { name }));
  const agent = isAgentMailed(viewing, ctx.site) ? [viewing.agent] : [];
  return new Intl.ListFormat(language).format([viewing.name, ...agent, ...named]);
}

/**
 * Changes a viewing; its mails wait for as long as a reply does, and are taken back by `undo`. The lead that asked
 * for it got its response by that, and is handled when it is confirmed and asked nothing else.
 */
export async function change(ctx: Parts, id: string, change: ViewingChange, person: StaffMember, reason = '') {
  let lead: ViewingResponse = 'responded';
  const within: ChangeOrigin['within'] = async (transaction, { lead_id }) => {
    if (lead_id) lead = await respondByViewing(transaction, lead_id, change.do !== 'cancel', person);
  };
  const origin = { staffId: person.id, reason: reason.trim(), waitMs: waitOf(person), within };
  const result = await changeViewing(ctx, id, change, Date.now(), origin);
  if (!result.ok) return result;
  setTimeout(ctx.wakeOutbox, waitOf(person)).unref();
  return { ok: true, lead } as const;
}

/** The change of a viewing that this person can still undo; null when there is none. */
export function undoable(ctx: Parts, person: StaffMember, nowMs = Date.now()) {
  return lastChangeBy(ctx.database.db, person.id, new Date(nowMs - waitOf(person)).toISOString());
}

/** Takes back a change while its mails wait. */
export function undo(ctx: Parts, changeId: string, person: StaffMember) {
  return undoViewingChange(ctx, changeId, person.id, Date.now(), async (transaction, { lead_id }, changedAt) => {
    if (lead_id) await takeBackViewing(transaction, lead_id, changedAt, person);
  });
}

/** Notes that the visitor did not come. */
export function missed(ctx: Parts, id: string) {
  return markMissed(ctx.database, id);
}

/** Stores what an agent says about a viewing. */
export function report(
  ctx: Parts,
  viewing: { id: string; property_id: string },
  said: { comment: string; interest: string },
) {
  return storeFeedback(ctx.database, { id: viewing.id, propertyId: viewing.property_id }, said);
}

/** A new secret address of the calendar of a person; the one before stops working. */
export async function newFeed(ctx: Parts, person: StaffMember): Promise<string> {
  const token = randomBytes(24).toString('base64url');
  const row = { token_hash: hashOf(token), created_at: new Date().toISOString() };
  await ctx.database.db
    .insertInto('calendar_feeds')
    .values({ staff_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet(row))
    .execute();
  return token;
}

/** Ends the calendar feed of a person. */
export function endFeed(ctx: Parts, person: StaffMember) {
  return ctx.database.db.deleteFrom('calendar_feeds').where('staff_id', '=', person.id).execute();
}

/** Whether a person has a calendar feed. */
export async function hasFeed(ctx: Parts, person: StaffMember): Promise<boolean> {
  return (
    (await ctx.database.db
      .selectFrom('calendar_feeds')
      .select('staff_id')
      .where('staff_id', '=', person.id)
      .executeTakeFirst()) !== undefined
  );
}

/** The calendar of a secret address; null for one that was ended, and for a role without the agenda. */
export async function feed(ctx: Parts, token: string, nowMs = Date.now()): Promise<string | null> {
  const found = await ctx.database.db
    .selectFrom('calendar_feeds')
    .innerJoin('staff', 'staff.id', 'calendar_feeds.staff_id')
    .select(['staff.member', 'staff.language', 'staff.name', 'staff.role'])
    .where('token_hash', '=', hashOf(token))
    .where('staff.disabled_at', 'is', null)
    .executeTakeFirst();
  // The address outlives a change of the role.
  if (!found || reachOf(found.role, 'agenda.read') === null) return null;
  const from = new Date(nowMs - FEED_DAYS.before * DAY_MS).toISOString();
  const to = new Date(nowMs + FEED_DAYS.after * DAY_MS).toISOString();
  const viewings = await agendaOf(ctx.database, { from, to, agent: found.member ?? undefined }, nowMs);
  return agendaFeed(
    viewings.map((viewing) => shown(ctx, viewing, found.language)),
    { name: found.name, language: found.language, domain: new URL(ctx.siteUrl).hostname },
  );
}

const hashOf = (token: string) => createHash('sha256').update(`calendar:${token}`).digest('base64url');
