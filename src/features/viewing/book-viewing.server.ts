import { type Kysely, sql, type Transaction } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import type { Listing } from '../property/listing.ts';
import type { ViewingSettings } from './settings.ts';
import {
  agentOf,
  allStarts,
  CELL_MS,
  cellsOf,
  freeStarts,
  hasOpenHouses,
  isBookable,
  type OpenHouse,
  openHousesOf,
  overlaps,
  type TakenCell,
  viewingOf,
} from './viewing-slots.ts';

const DAY_MS = 86_400_000;
/** For so many days from now on an absence is looked at: further ahead nobody can book. */
const MOST_AWAY_DAYS = 120;

/** The hours of viewings, in which the days are closed on which the agent of a property is away. */
export async function viewingHours(
  db: Kysely<Schema>,
  site: Site,
  listing: Listing,
  nowMs = Date.now(),
): Promise<ViewingSettings> {
  const settings = site.settings.viewings;
  const agent = agentOf(listing);
  const absences = await db
    .selectFrom('staff')
    .select(['away_from', 'away_until'])
    .where('member', '=', agent)
    .where('disabled_at', 'is', null)
    .where('away_until', '>=', brusselsDay(nowMs))
    .execute();
  if (absences.length === 0) return settings;
  // From noon to noon: a day on which the clock changes has 23 or 25 hours.
  const noon = Date.parse(`${brusselsDay(nowMs)}T12:00:00Z`);
  const days = Array.from({ length: MOST_AWAY_DAYS }, (_, ahead) => brusselsDay(noon + ahead * DAY_MS));
  const away = days.filter((day) =>
    absences.some(({ away_from, away_until }) => (away_from ?? '') <= day && day <= (away_until ?? '')),
  );
  const own = settings.agents[agent];
  const closedDays = [...(own?.closedDays ?? []), ...away];
  return { ...settings, agents: { ...settings.agents, [agent]: { ...own, closedDays } } };
}

/** The open houses of other properties at which the agent of a property is. */
export function busyAt(site: Site, listing: Listing, nowMs: number): OpenHouse[] {
  const { viewings } = site.settings;
  return Object.keys(viewings.properties).flatMap((key) => {
    const isOther = key !== String(listing.id) && hasOpenHouses(viewings, Number(key));
    const other = isOther ? site.listing(Number(key)) : null;
    return other && !other.gone && agentOf(other) === agentOf(listing) ? openHousesOf(viewings, other.id, nowMs) : [];
  });
}

/** The time that a viewing is to occupy. */
export interface Occupancy extends Pick<ViewingRow, 'agent_id' | 'property_id' | 'starts_at'> {
  viewingId: string;
  lengthMinutes: number;
  capacity: number;
}

/**
 * Occupies the time of an agent for a viewing; false when it is taken. Several viewings share a time only at the same
 * property with the same start, up to the capacity; the constraint of the table enforces this for any number of
 * processes.
 */
export async function occupy(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  { viewingId, agent_id, property_id, starts_at, lengthMinutes, capacity }: Occupancy,
  nowMs: number,
): Promise<boolean> {
  // SQLite admits one writer at a time; PostgreSQL needs a lock per agent.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${agent_id}))`.execute(transaction);
  await releaseExpired(transaction, agent_id, nowMs);
  const cells = cellsOf(starts_at, lengthMinutes);
  const there = await transaction
    .selectFrom('viewing_cells')
    .selectAll()
    .where('agent_id', '=', agent_id)
    .where('cell', 'in', cells)
    .execute();
  if (there.some((row) => row.property_id !== property_id || row.starts_at !== starts_at)) return false;
  const used = new Set(there.map(({ seat }) => seat));
  const seat = Array.from({ length: capacity }, (_, at) => at).find((at) => !used.has(at));
  if (seat === undefined) return false;
  const taken = await transaction
    .insertInto('viewing_cells')
    .values(cells.map((cell) => ({ agent_id, cell, seat, viewing_id: viewingId, property_id, starts_at })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('cell')
    .execute();
  if (taken.length === cells.length) return true;
  await release(transaction, viewingId);
  return false;
}

/** Releases the time of a viewing. */
export async function release(transaction: Transaction<Schema>, viewingId: string): Promise<void> {
  await transaction.deleteFrom('viewing_cells').where('viewing_id', '=', viewingId).execute();
}

async function releaseExpired(transaction: Transaction<Schema>, agentId: string, nowMs: number): Promise<void> {
  const expired = transaction
    .selectFrom('viewings')
    .select('viewings.id')
    .where('agent_id', '=', agentId)
    .where('state', '=', 'requested')
    .where('held_until', '<', new Date(nowMs).toISOString());
  await transaction.deleteFrom('viewing_cells').where('viewing_id', 'in', expired).execute();
}

/**
 * The quarters of an hour of an agent that viewings occupy; a requested viewing that was not confirmed in time occupies
 * none.
 */
async function takenCells(db: Kysely<Schema>, agentId: string, nowMs: number): Promise<TakenCell[]> {
  const now = new Date(nowMs).toISOString();
  const rows = await db
    .selectFrom('viewing_cells')
    .innerJoin('viewings', 'viewings.id', 'viewing_cells.viewing_id')
    .select(['viewing_cells.cell', 'viewing_cells.property_id', 'viewing_cells.starts_at'])
    .where('viewing_cells.agent_id', '=', agentId)
    .where('viewing_cells.cell', '>=', new Date(nowMs - 86_400_000).toISOString())
    .where(({ eb, or }) => or([eb('viewings.state', '!=', 'requested'), eb('viewings.held_until', '>=', now)]))
    .execute();
  return rows.map(({ cell, property_id, starts_at }) => ({ cell, propertyId: property_id, startsAt: starts_at }));
}

/** Whether viewings of a property are booked by time, and the times that are free now. */
interface FreeViewings {
  bookable: boolean;
  slots: { startsAt: string; seats: number; isOpenHouse?: true }[];
}

/** The times that can be chosen for a property at a moment; the agency itself needs no hours to prepare. */
export async function freeViewings(
  { db }: Database,
  site: Site,
  listing: Listing,
  { nowMs = Date.now(), leadHours = site.settings.viewings.leadHours } = {},
): Promise<FreeViewings> {
  const settings = { ...(await viewingHours(db, site, listing, nowMs)), leadHours };
  if (!isBookable(settings, listing, nowMs)) return { bookable: false, slots: [] };
  const taken = await takenCells(db, agentOf(listing), nowMs);
  return { bookable: true, slots: freeStarts(settings, listing, taken, nowMs, busyAt(site, listing, nowMs)) };
}

interface Visitor {
  leadId: string;
  listing: Listing;
  startsAt: string;
  language: string;
  name: string;
  /** Empty for somebody who gave only a telephone number. */
  email: string;
  phone: string | null;
  /** Left out = the visitor books; at the agency any quarter of an hour to come can be agreed on. */
  byAgency?: ByAgency | undefined;
}

/** What somebody at the agency says who writes down what a visitor asked by telephone. */
export interface ByAgency {
  /** Whether the visitor gets mails about it. */
  tellsVisitor: boolean;
}

const HOUR_MS = 3_600_000;
/** A viewing booked this late needs no reminder, because its confirmation serves as one. */
const REMINDED_ANYWAY_MS = 36 * HOUR_MS;

/** Whether a viewing of a property can start at a moment; the agency is not bound to its own hours. */
function canStart(
  site: Site,
  listing: Listing,
  startsAt: string,
  { settings, byAgency, nowMs }: { settings: ViewingSettings; byAgency: boolean; nowMs: number },
): boolean {
  const busy = busyAt(site, listing, nowMs);
  if (!byAgency) return allStarts(settings, listing, nowMs, busy).includes(startsAt);
  const start = Date.parse(startsAt);
  const endsAt = new Date(start + viewingOf(settings, listing.id).lengthMinutes * 60_000).toISOString();
  return start > nowMs && start % CELL_MS === 0 && !busy.some((one) => overlaps(one, { startsAt, endsAt }));
}

/** Books a viewing within the transaction of its lead; null when that time is no longer free or was never available. */
export async function bookViewing(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  site: Site,
  { leadId, listing, startsAt, language, name, email, phone, byAgency }: Visitor,
  nowMs = Date.now(),
): Promise<ViewingRow | null> {
  const settings = await viewingHours(transaction, site, listing, nowMs);
  if (!canStart(site, listing, startsAt, { settings, byAgency: byAgency !== undefined, nowMs })) return null;
  const { capacity, lengthMinutes } = viewingOf(settings, listing.id, startsAt);
  const isConfirmed = settings.confirm === 'auto' || byAgency !== undefined;
  const isReminded = byAgency?.tellsVisitor === false || Date.parse(startsAt) - nowMs < REMINDED_ANYWAY_MS;
  const viewing: ViewingRow = {
    id: newId(nowMs),
    lead_id: leadId,
    property_id: String(listing.id),
    agent_id: agentOf(listing),
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + lengthMinutes * 60_000).toISOString(),
    state: isConfirmed ? 'confirmed' : 'requested',
    language,
    name,
    email: normalisedEmailAddress(email),
    phone,
    held_until: isConfirmed ? null : new Date(nowMs + settings.holdHours * HOUR_MS).toISOString(),
    reminded_at: isReminded ? new Date(nowMs).toISOString() : null,
    sequence: 0,
    created_at: new Date(nowMs).toISOString(),
  };
  const { agent_id, property_id } = viewing;
  const place = { viewingId: viewing.id, agent_id, property_id, starts_at: startsAt, lengthMinutes, capacity };
  if (!(await occupy(transaction, engine, place, nowMs))) return null;
  await transaction.insertInto('viewings').values(viewing).execute();
  return viewing;
}
