import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import type { Content } from '../../content/content.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { SETTINGS, type Settings } from '../../content/settings/settings.ts';
import { digestOf } from '../../content/site/tracked-site.server.ts';
import { type Database, openDatabase } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { PropertyEventRow, PropertyRow, Schema } from '../../platform/database/schema.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { archivedOf, isForArchive } from './archive.ts';
import type { Listing } from './listing.ts';
import { euroPriceOf } from './price.ts';
import type { Property } from './property.ts';
import { isGone, marqueeOf, type PropertyBefore, propertyEvents, statusOf } from './property-state.ts';

/** The data of the properties table for a build: properties to leave out, and recent events of others. */
export interface Past {
  /** Sold or rented for longer than the settings show them. */
  expired: number[];
  news: Record<string, { kind: 'price-cut' | 'back'; previousPrice: number | null }>;
  /** The last recorded state of each property; what a build changes in it is news on its pages at once. */
  seen: Record<string, PropertyBefore>;
}

export const NO_PAST: Past = { expired: [], news: {}, seen: {} };

const DAY_MS = 86_400_000;

/** Reads the history that a build needs. */
export async function pastOf(
  { db }: Database,
  { site, alerts }: Pick<Settings, 'site' | 'alerts'>,
  nowMs = Date.now(),
): Promise<Past> {
  const before = (days: number) => new Date(nowMs - days * DAY_MS).toISOString();
  const expired = await db
    .selectFrom('properties')
    .select('id')
    .where('sold_since', '<', before(site.soldForDays))
    .orderBy('id')
    .execute();
  const events = alerts.badges
    ? await db
        .selectFrom('property_events')
        .select(['property_id', 'kind', 'old_price'])
        .where('at', '>=', before(alerts.badgeDays))
        .orderBy('at')
        .orderBy('id')
        .execute()
    : [];
  const news: Past['news'] = {};
  for (const { property_id, kind, old_price } of events) addNews(news, property_id, kind, old_price);
  const rows = alerts.badges
    ? await db.selectFrom('properties').select(['id', 'status', 'price']).orderBy('id').execute()
    : [];
  const seen = Object.fromEntries(rows.map(({ id, status, price }) => [id, { status, price }]));
  return { expired: expired.map(({ id }) => Number(id)), news, seen };
}

/** A lower price and a return are news; any other event ends them. */
function addNews(news: Past['news'], id: string, kind: string, oldPrice: number | null): void {
  if (kind === 'price-cut' || kind === 'back')
    news[id] = { kind, previousPrice: kind === 'price-cut' ? oldPrice : null };
  else delete news[id];
}

/** The news of properties, including that of content that goes live with this build. */
function newsOf({ properties, settings }: Content, { news: known, seen }: Past): Past['news'] {
  const news = { ...known };
  for (const property of properties) {
    const id = String(property.ID);
    const before = Object.hasOwn(seen, id) ? (seen[id] ?? null) : null;
    const amount = euroPriceOf(property);
    const price = amount === null ? null : Math.round(amount);
    const after = { status: statusOf({ meaning: marqueeOf(property, settings.site.marquee) }), price };
    for (const { kind, oldPrice } of before ? propertyEvents(before, after) : []) addNews(news, id, kind, oldPrice);
  }
  return news;
}

/**
 * Applies the history to content that was just read: expired properties are archived, or removed on a site without an
 * archive; others get their news.
 */
export function applyPast(content: Content, past: Past, nowMs = Date.now()): void {
  const { site } = content.settings;
  const expired = new Set(past.expired);
  const lastDay = new Date(nowMs - site.soldForDays * DAY_MS).toISOString().slice(0, 10);
  const isExpired = ({ ID, StateDate = '', ...property }: Property) =>
    isGone(marqueeOf(property, site.marquee)) && (expired.has(ID) || (StateDate !== '' && StateDate < lastDay));
  content.properties = content.properties.flatMap((property) => {
    if (!isExpired(property)) return [property];
    return isForArchive(property, content) ? [archivedOf(property)] : [];
  });
  const all = newsOf(content, past);
  // What was read of a file stays as it is, because it may be used again.
  content.properties = content.properties.map((property) => {
    const news = Object.hasOwn(all, String(property.ID)) ? all[String(property.ID)] : undefined;
    if (!news) return property;
    // What was published before is known; what an editor wrote may be of an earlier change.
    const previous = news.previousPrice ?? property.PreviousPrice;
    return { ...property, News: news.kind, ...(previous != null && { PreviousPrice: previous }) };
  });
}

/** Reads the history that a build needs; empty while the database cannot be read, which `report` receives. */
export async function readPast(
  { dataDir, databaseUrl, contentDir }: Pick<Environment, 'dataDir' | 'databaseUrl' | 'contentDir'>,
  report: (message: string) => void,
): Promise<Past> {
  const settings = settingsIn(contentDir);
  if (!settings) return NO_PAST;
  try {
    const database = await openDatabase({ dataDir, url: databaseUrl, checks: 'once' });
    try {
      return await pastOf(database, settings);
    } finally {
      await database.close();
    }
  } catch (error) {
    report(`The history of the properties cannot be read, so badges are left out: ${errorMessage(error)}`);
    return NO_PAST;
  }
}

/**
 * Reads only the two settings that the history depends on; null while they are invalid, which the content check
 * reports.
 */
function settingsIn(contentDir: string): Pick<Settings, 'site' | 'alerts'> | null {
  const read = (name: 'site' | 'alerts') =>
    readJson(name, readFileSync(join(contentDir, 'settings', `${name}.json`))).data;
  try {
    return { site: SETTINGS.site.parse(read('site')), alerts: SETTINGS.alerts.parse(read('alerts')) };
  } catch {
    return null;
  }
}

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

/** The properties that left the catalogue, each with the moment. */
export async function removedListings({ db }: Pick<Database, 'db'>): Promise<{ listing: Listing; since: string }[]> {
  const rows = await db
    .selectFrom('properties')
    .select(['listing', 'gone_since'])
    .where('gone_since', 'is not', null)
    .execute();
  return rows.flatMap(({ listing: text, gone_since }) => {
    const listing = readable(text);
    return listing && gone_since ? [{ listing, since: gone_since }] : [];
  });
}

/** A stored listing; null where somebody spoiled the row by hand, which must not take away the others. */
function readable(text: string): Listing | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The public facts of a property that was in a catalogue once; null when there never was one with that ID. */
export async function goneListing({ db }: Database, id: number): Promise<Listing | null> {
  const row = await db.selectFrom('properties').select('listing').where('id', '=', String(id)).executeTakeFirst();
  return row ? { ...JSON.parse(row.listing), news: null } : null;
}
