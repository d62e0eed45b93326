import type { Kysely } from 'kysely';
import type { Listing } from '../../../domain/property/listing.ts';
import { agentOf, freeStarts, isBookable, type TakenCell } from '../../../domain/viewings/viewing-slots.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';

/**
 * The quarters of an hour of an agent that viewings occupy; a requested viewing that was not confirmed in time occupies
 * none.
 */
export async function takenCells(db: Kysely<Schema>, agentId: string, nowMs: number): Promise<TakenCell[]> {
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
export interface FreeViewings {
  bookable: boolean;
  slots: { startsAt: string; seats: number }[];
}

/** The times that a visitor can choose for a property at a moment. */
export async function freeViewings(
  { db }: Database,
  site: Site,
  listing: Listing,
  nowMs = Date.now(),
): Promise<FreeViewings> {
  const settings = site.settings.viewings;
  if (!isBookable(settings, listing)) return { bookable: false, slots: [] };
  return { bookable: true, slots: freeStarts(settings, listing, await takenCells(db, agentOf(listing), nowMs), nowMs) };
}
