import { createHash } from 'node:crypto';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import type { CountSettings } from './counted.ts';
import { isCountedVisitor, openPaceLimit } from './counted-visitor.server.ts';
import { type PendingView, storeViews, viewSalt } from './store-views.server.ts';
import { viewSourceOf } from './views.ts';
import { writeTogether } from './write-together.server.ts';

/** The ID of the property whose own page is at a path; null for any other path, previews included. */
export function propertyOfPath(path: string, site: Pick<Site, 'paths' | 'listing' | 'listingPath'>): string | null {
  const row = site.paths.rowAt(path);
  const id = row?.rest[2] ?? '';
  if (!row || (row.name !== 'for-sale' && row.name !== 'for-rent') || row.rest.length !== 3 || !/^\d{1,12}$/.test(id))
    return null;
  const listing = site.listing(Number(id));
  return listing && site.listingPath(listing, row.language) === path ? id : null;
}

const FLUSH_MS = 5000;
const FLUSH_VIEWS = 500;
const MOST_WAITING = 20_000;

/** A page of a property as a browser reported it. */
export interface SeenPage {
  page: string;
  referrer: string;
  ipAddress: string;
  headers: Headers;
}

/** Counts views without cookies and without storing anything about the visitor. */
export interface ViewCounter {
  /** Records a view; the caller does not learn whether it counts. */
  see(seen: SeenPage): void;
  /** Writes the waiting views. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  settings: CountSettings;
  /** The ID of the property whose page is at a path; null when there is none. */
  propertyAt(path: string): string | null;
  log: { error(facts: object, message: string): void };
  flushMs?: number;
}

/**
 * Opens the counting of views: they wait in memory and are written together, so that a thousand views need only a few
 * writes.
 */
export function openViewCounter({ database, settings, propertyAt, log, flushMs = FLUSH_MS }: Parts): ViewCounter {
  let waiting: (Omit<PendingView, 'mark'> & { who: string })[] = [];
  let salt: { day: string; value: string } | null = null;
  const pace = openPaceLimit();

  const write = async () => {
    const views = waiting;
    waiting = [];
    if (views.length === 0) return;
    const today = views.at(-1)!.day;
    try {
      if (salt?.day !== today) salt = { day: today, value: await viewSalt(database, today) };
      const { value } = salt;
      await storeViews(
        database,
        views.map(({ who, ...view }) => ({
          ...view,
          mark: createHash('sha256').update(`${value}\n${view.propertyId}\n${who}`).digest('base64url').slice(0, 22),
        })),
      );
    } catch (error) {
      // They are stored with the next ones, as long as memory allows.
      waiting = [...views, ...waiting].slice(-MOST_WAITING);
      log.error({ code: errorCode(error) || 'unknown' }, 'views could not be stored');
    }
  };
  const { flush, close } = writeTogether(write, flushMs);

  return {
    see({ page, referrer, ipAddress, headers }) {
      if (!settings.countViews || !isCountedVisitor(headers, settings)) return;
      const url = URL.canParse(page) ? new URL(page) : null;
      const propertyId = url && propertyAt(url.pathname);
      if (!url || !propertyId) return;
      const { group, isPerson } = pace(ipAddress);
      if (!isPerson || waiting.length >= MOST_WAITING) return;
      const source = viewSourceOf({ page, referrer, host: url.hostname });
      waiting.push({ propertyId, day: brusselsDay(new Date()), source, who: `${group}\n${headers.get('user-agent')}` });
      if (waiting.length >= FLUSH_VIEWS) void flush();
    },
    flush,
    close,
  };
}
