import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../content/content.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { SETTINGS, type Settings } from '../../content/settings/settings.ts';
import { type Database, openDatabase } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { euroPriceOf } from './price.ts';
import type { Property } from './property.ts';
import { type PropertyBefore, propertyEvents, statusOf } from './property-event.ts';
import { isGone, marqueeOf } from './property-state.ts';

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

/** Applies the history to content that was just read: expired properties are removed, others get their news. */
export function applyPast(content: Content, past: Past): void {
  const expired = new Set(past.expired);
  const isOver = (property: Property) => isGone(marqueeOf(property, content.settings.site.marquee));
  content.properties = content.properties.filter((property) => !(expired.has(property.ID) && isOver(property)));
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
