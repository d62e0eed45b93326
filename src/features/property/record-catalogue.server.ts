import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { digestOf } from '../../content/site/fact-digests.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { PropertyEventRow, PropertyRow, Schema } from '../../platform/database/schema.ts';
import type { Listing } from './listing.ts';
import { type PropertyBefore, propertyEvents, statusOf } from './property-event.ts';

const AT_ONCE = 200;

/** The events recorded with a catalogue; `null` when it was recorded earlier. */
export type Recorded = { events: PropertyEventRow[]; first: boolean } | null;

/** Hash of a catalogue; equal only for equal listings. */
const hashOf = (listings: readonly Listing[]): string =>
  createHash('sha256').update(listings.map(digestOf).join()).digest('hex');

/**
 * Compares a catalogue that went live with the last known state of its properties, and stores the events. It runs all
 * or nothing and once per catalogue, whichever process is first. The first catalogue and the return to an earlier one
 * cause no events. `before` is the catalogue that this process recorded last: while it is still the latest one, only
 * what differs from it is compared.
 */
export function recordCatalogue(
  database: Database,
  listings: readonly Listing[],
  { before = null, nowMs = Date.now() }: { before?: readonly Listing[] | null; nowMs?: number } = {},
): Promise<Recorded> {
  const hash = hashOf(listings);
  const now = new Date(nowMs).toISOString();
  return database.transaction(async (transaction) => {
    // Processes that start together wait here for each other.
    if (database.engine === 'postgres') await sql`select pg_advisory_xact_lock(7201)`.execute(transaction);
    const known = await transaction.selectFrom('catalogues').select('hash').where('hash', '=', hash).executeTakeFirst();
    const latest = await transaction
      .selectFrom('catalogues')
      .select(['hash', 'recorded_at'])
      .orderBy('recorded_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (latest?.hash === hash) return null;
    const recordedAt = after(latest?.recorded_at, nowMs);
    await transaction
      .insertInto('catalogues')
      .values({ hash, recorded_at: recordedAt })
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ recorded_at: recordedAt }))
      .execute();
    // A version that is shown again after a rollback causes no events, because its prices have not been reduced.
    const isNext = before !== null && latest?.hash === hashOf(before);
    const differing = isNext ? difference(before, listings) : { listings, ids: null };
    const events = await compare(transaction, differing, now, !latest || known !== undefined);
    return { events, first: !latest };
  });
}

/** This moment, or the one after the latest, so that two of one millisecond and a clock set back have an order too. */
function after(latest: string | undefined, nowMs: number): string {
  return new Date(Math.max(nowMs, latest === undefined ? 0 : Date.parse(latest) + 1)).toISOString();
}

interface Compared {
  listings: readonly Listing[];
  /** The IDs of these listings, and of those that are gone; null = all that are stored. */
  ids: readonly string[] | null;
}

/** The listings that are others than before, and the IDs that are no longer there. */
function difference(before: readonly Listing[], listings: readonly Listing[]): Compared {
  const known = new Set(before.map(digestOf));
  const changed = listings.filter((listing) => !known.has(digestOf(listing)));
  const present = new Set(listings.map(({ id }) => id));
  const gone = before.filter(({ id }) => !present.has(id));
  return { listings: changed, ids: [...changed, ...gone].map(({ id }) => String(id)) };
}

async function compare(
  db: Transaction<Schema>,
  { listings, ids }: Compared,
  now: string,
  isSilent: boolean,
): Promise<PropertyEventRow[]> {
  const before = new Map((await storedRows(db, ids)).map((row) => [row.id, row]));
  const events: PropertyEventRow[] = [];
  const changed: PropertyRow[] = [];
  for (const listing of listings) {
    const row = before.get(String(listing.id)) ?? null;
    before.delete(String(listing.id));
    const next = rowOf(listing, row, now);
    if (row && row.listing === next.listing && row.status === next.status) continue;
    changed.push(next);
    if (!isSilent) events.push(...eventsOf(next.id, row, next, now));
  }
  for (const row of before.values()) {
    if (row.status === 'gone') continue;
    changed.push({ ...row, status: 'gone', gone_since: now });
    if (!isSilent) events.push(...eventsOf(row.id, row, null, now));
  }
  for (const rows of portions(changed))
    await db
      .insertInto('properties')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          listing: ref('excluded.listing'),
          price: ref('excluded.price'),
          status: ref('excluded.status'),
          sold_since: ref('excluded.sold_since'),
          gone_since: ref('excluded.gone_since'),
        })),
      )
      .execute();
  for (const rows of portions(events)) await db.insertInto('property_events').values(rows).execute();
  return events;
}

async function storedRows(db: Transaction<Schema>, ids: readonly string[] | null): Promise<PropertyRow[]> {
  if (ids === null) return db.selectFrom('properties').selectAll().execute();
  const rows: PropertyRow[] = [];
  for (const some of portions(ids))
    rows.push(...(await db.selectFrom('properties').selectAll().where('id', 'in', some).execute()));
  return rows;
}

function rowOf(listing: Listing, row: PropertyRow | null, now: string): PropertyRow {
  const status = statusOf(listing);
  const over = status === 'sold' || status === 'rented';
  const soldOn = listing.goneOn && new Date(`${listing.goneOn}T00:00:00Z`).toISOString();
  // A badge is derived from this table; it is not a fact of the property.
  const { news: _news, ...lasting } = listing;
  return {
    id: String(listing.id),
    listing: JSON.stringify(lasting),
    price: listing.price === null ? null : Math.round(listing.price),
    status,
    first_seen: row?.first_seen ?? now,
    sold_since: over ? (soldOn ?? row?.sold_since ?? now) : null,
    gone_since: null,
  };
}

function eventsOf(
  propertyId: string,
  before: PropertyRow | null,
  after: PropertyRow | null,
  at: string,
): PropertyEventRow[] {
  const known = (row: PropertyRow | null): PropertyBefore | null => row && { status: row.status, price: row.price };
  return propertyEvents(known(before), known(after)).map(({ kind, oldPrice, newPrice }) => ({
    id: newId(),
    property_id: propertyId,
    kind,
    at,
    matched_at: null,
    old_price: oldPrice,
    new_price: newPrice,
  }));
}

/** Splits rows, because the number of values in a statement is limited. */
function portions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}

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
