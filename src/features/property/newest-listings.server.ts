import type { Database } from '../../platform/database/database.server.ts';
import type { Listing } from './listing.ts';

/**
 * The listings that came online last. A property that is not recorded yet came a moment ago; of those that came
 * together, such as by the first import, the date in the content decides.
 */
export async function newestListings(
  { db }: Pick<Database, 'db'>,
  listings: readonly Listing[],
  count: number,
): Promise<Listing[]> {
  const rows = await db.selectFrom('properties').select(['id', 'first_seen']).execute();
  const firstSeen = new Map(rows.map(({ id, first_seen }) => [Number(id), first_seen]));
  const dates = (listing: Listing) => `${firstSeen.get(listing.id) ?? '9999'} ${listing.created}`;
  return listings
    .map((listing) => ({ listing, dates: dates(listing) }))
    .sort((a, b) => (a.dates === b.dates ? b.listing.id - a.listing.id : a.dates < b.dates ? 1 : -1))
    .slice(0, count)
    .map(({ listing }) => listing);
}
