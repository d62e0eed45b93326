import type { Listing } from '../../../domain/property/listing.ts';
import type { Database } from '../../platform/database/database.ts';

const DAY_MS = 86_400_000;

/**
 * IDs of the properties whose pages are no longer shown: removed from the content, or sold or rented for longer than
 * the settings show them.
 */
export async function hiddenPropertyIds(
  { db }: Pick<Database, 'db'>,
  soldForDays: number,
  nowMs = Date.now(),
): Promise<Set<number>> {
  const until = new Date(nowMs - soldForDays * DAY_MS).toISOString();
  const rows = await db
    .selectFrom('properties')
    .select('id')
    .where((where) => where.or([where('gone_since', 'is not', null), where('sold_since', '<=', until)]))
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The public facts of a property that was in a catalogue once; null when there never was one with that ID. */
export async function goneListing({ db }: Database, id: number): Promise<Listing | null> {
  const row = await db.selectFrom('properties').select('listing').where('id', '=', String(id)).executeTakeFirst();
  return row ? ({ ...(JSON.parse(row.listing) as Listing), news: null } satisfies Listing) : null;
}
