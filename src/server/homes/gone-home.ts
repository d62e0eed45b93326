import type { Listing } from '../../domain/listing.ts';
import type { Database } from '../database/database.ts';

/** The public facts of a home that was in a catalogue once; null when there never was one of that number. */
export async function goneHome({ db }: Database, id: number): Promise<Listing | null> {
  const row = await db.selectFrom('homes').select('facts').where('id', '=', String(id)).executeTakeFirst();
  return row ? ({ ...(JSON.parse(row.facts) as Listing), news: null } satisfies Listing) : null;
}
