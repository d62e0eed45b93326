import { sql } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import type { Listing } from '../property/listing.ts';
import { dayBefore } from '../statistics/views.ts';
import type { OwnedProperty } from './owned-property.server.ts';

/** With fewer properties to compare with, one of them could be recognised. */
const FEWEST = 5;
const DAYS = 30;
const [CHEAPEST, DEAREST] = [0.6, 1.6];

/** Views per day of a property beside the median of similar ones. */
export interface ViewComparison {
  own: number;
  median: number;
  /** Number of similar properties. */
  count: number;
}

const isSimilar = (one: Listing, other: Listing): boolean =>
  other.id !== one.id &&
  !other.gone &&
  other.goal === one.goal &&
  other.typeKeys[0] === one.typeKeys[0] &&
  (!one.price || !other.price || (other.price > one.price * CHEAPEST && other.price < one.price * DEAREST));

/**
 * Compares the views per day of the last 30 days with those of properties of the same type, goal and price range of
 * this agency; null with fewer than five of them. Days before a property was online do not count.
 */
export async function compareViews(
  { db }: Pick<Database, 'db'>,
  site: Pick<Site, 'listing' | 'listings'>,
  property: OwnedProperty,
  now = new Date(),
): Promise<ViewComparison | null> {
  const own = site.listing(Number(property.id));
  const similar = own ? site.listings.filter((other) => isSimilar(own, other)) : [];
  if (!own || similar.length < FEWEST) return null;
  const today = brusselsDay(now);
  const ids = [own, ...similar].map(({ id }) => String(id));
  const rows = await db
    .selectFrom('view_counts')
    .select(['property_id', sql<number>`sum(views)`.as('views')])
    .where('property_id', 'in', ids)
    .where('day', '>', dayBefore(today, DAYS))
    .where('day', '<=', today)
    .groupBy('property_id')
    .execute();
  const views = new Map(rows.map(({ property_id, views: sum }) => [property_id, Number(sum)]));
  const perDay = ({ id, created }: Listing) => {
    const age = Math.ceil((now.getTime() - Date.parse(created.replace(' ', 'T'))) / 86_400_000);
    return (views.get(String(id)) ?? 0) / Math.max(1, Math.min(DAYS, age || DAYS));
  };
  const sorted = similar.map(perDay).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
  return { own: perDay(own), median, count: similar.length };
}
