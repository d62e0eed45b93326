import type { Kysely } from 'kysely';
import type { Listing } from '../../../domain/property/listing.ts';
import { agentOf, freeStarts, isBookable, type TakenCell } from '../../../domain/viewings/viewing-slots.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The quarters of an hour of an agent that visits occupy; a requested visit that nobody confirmed in time keeps none. */
export async function takenCells(db: Kysely<Schema>, agentId: string, nowMs: number): Promise<TakenCell[]> {
  const now = new Date(nowMs).toISOString();
  const rows = await db
    .selectFrom('booking_cells')
    .innerJoin('bookings', 'bookings.id', 'booking_cells.booking_id')
    .select(['booking_cells.cell', 'booking_cells.property_id', 'booking_cells.starts_at'])
    .where('booking_cells.agent_id', '=', agentId)
    .where('booking_cells.cell', '>=', new Date(nowMs - 86_400_000).toISOString())
    .where(({ eb, or }) => or([eb('bookings.state', '!=', 'requested'), eb('bookings.held_until', '>=', now)]))
    .execute();
  return rows.map(({ cell, property_id, starts_at }) => ({ cell, propertyId: property_id, startsAt: starts_at }));
}

/** Whether visits of a home are booked by time, and the times that are free now. */
export interface FreeVisits {
  bookable: boolean;
  slots: { startsAt: string; seats: number }[];
}

/** What a visitor can choose from for a home at a moment. */
export async function freeVisits({ db }: Database, site: Site, listing: Listing, nowMs = Date.now()): Promise<FreeVisits> {
  const settings = site.settings.appointments;
  if (!isBookable(settings, listing)) return { bookable: false, slots: [] };
  return { bookable: true, slots: freeStarts(settings, listing, await takenCells(db, agentOf(listing), nowMs), nowMs) };
}
