import type { Listing } from '../../domain/listing.ts';
import { agentOf, freeStarts, isBookable } from '../../domain/visit-slots.ts';
import type { Database } from '../database/database.ts';
import type { Site } from '../site/site.ts';
import { takenCells } from './taken-cells.ts';

/** Whether visits of a home are booked by time, and the times that are free now. */
export interface FreeVisits {
  bookable: boolean;
  slots: { startsAt: string; seats: number }[];
}

/** What a visitor can choose from for a home at a moment. */
export async function freeVisits({ db }: Database, site: Site, home: Listing, nowMs = Date.now()): Promise<FreeVisits> {
  const settings = site.settings.appointments;
  if (!isBookable(settings, home)) return { bookable: false, slots: [] };
  return { bookable: true, slots: freeStarts(settings, home, await takenCells(db, agentOf(home), nowMs), nowMs) };
}
