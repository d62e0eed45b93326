import type { Database } from '../database/database.ts';

/** A visit as the agency is asked about it. */
export interface Visit {
  id: string;
  homeId: string;
  at: string;
  contact: string;
}

/** The visit with this id, booked on the site or told by the agency's system; null when it is gone. */
export async function findVisit({ db }: Pick<Database, 'db'>, visitId: string): Promise<Visit | null> {
  const booking = await db
    .selectFrom('bookings')
    .select(['id', 'home_id', 'starts_at', 'name'])
    .where('id', '=', visitId)
    .executeTakeFirst();
  if (booking) return { id: booking.id, homeId: booking.home_id, at: booking.starts_at, contact: booking.name };
  const entry = await db
    .selectFrom('home_entries')
    .select(['id', 'home_id', 'at', 'contact'])
    .where('id', '=', visitId)
    .where('kind', '=', 'visit')
    .executeTakeFirst();
  return entry ? { id: entry.id, homeId: entry.home_id, at: entry.at, contact: entry.contact } : null;
}
