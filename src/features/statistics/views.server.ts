import { createHash } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Site } from '../../content/site/site.ts';
import { type Database, storedKey } from '../../platform/database/database.server.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { type CountSettings, dayBefore, viewSourceOf } from './views.ts';

/** An IP address group that opens more pages than this in a minute is a robot, whatever its user agent. */
const PER_IP_ADDRESS = 60;

/**
 * Whether a request is one of a person who may be counted: no robot, no page that a browser loads ahead, and nobody who
 * asks not to be followed.
 */
export function isCountedVisitor(headers: Pick<Headers, 'get'>, { respectSignals }: { respectSignals: boolean }) {
  const agent = headers.get('user-agent') ?? '';
  if (agent === '' || isRobot(agent)) return false;
  if (/prefetch|preview/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')) return false;
  return !respectSignals || (headers.get('dnt') !== '1' && headers.get('sec-gpc') !== '1');
}

/** Few browsers make most requests, and the patterns of robots take longer than the rest of the counting. */
const robots = new LRUCache<string, boolean>({ max: 500 });

function isRobot(agent: string): boolean {
  const key = agent.slice(0, 500);
  const known = robots.get(key) ?? isbot(key);
  robots.set(key, known);
  return known;
}

/** Tells for each request of an IP address whether it is still that of a person; addresses stay in memory a minute. */
export function openPaceLimit() {
  const perIpAddress = new LRUCache<string, number>({ max: 10_000, ttl: 60_000, noUpdateTTL: true });
  return (ipAddress: string): { group: string; isPerson: boolean } => {
    const group = ipAddressGroup(ipAddress);
    const times = (perIpAddress.get(group) ?? 0) + 1;
    perIpAddress.set(group, times);
    return { group, isPerson: times <= PER_IP_ADDRESS };
  };
}

/** What waits in memory and is written together, at fixed times and when asked for. */
export interface WrittenTogether {
  /** Writes what waits, after the write that is under way. */
  flush(): Promise<void>;
  /** Ends the times and writes the rest. */
  close(): Promise<void>;
}

/** Calls `write` every `everyMs` milliseconds, one call at a time; the process does not stay alive for it. */
export function writeTogether(write: () => Promise<void>, everyMs: number): WrittenTogether {
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const NAME = 'view-salt-';

/**
 * The salt of a day, the same for all processes; earlier salts are deleted, so that no mark can ever be traced back.
 */
async function viewSalt(database: Database, day: string): Promise<string> {
  const salt = await storedKey(database, NAME + day);
  await database.db
    .deleteFrom('keys')
    .where('name', 'like', `${NAME}%`)
    .where('name', '<', NAME + day)
    .execute();
  return salt;
}

/** A view to be written; `mark` is the same for repeated views on the same day. */
interface PendingView {
  propertyId: string;
  day: string;
  source: string;
  mark: string;
}

/** Rows in one statement, because engines limit the number of its values. */
const ROWS = 500;

/** Writes views in one transaction: repeated views have the same mark and count once, whichever process saw them. */
async function storeViews(database: Database, views: readonly PendingView[]): Promise<number> {
  if (views.length === 0) return 0;
  return database.transaction(async (db) => {
    // Always in one order: two processes that write the same marks then wait for each other instead of deadlocking.
    const byMark = [...new Map(views.map((view) => [`${view.day} ${view.mark}`, view])).entries()].sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const fresh = new Set<string>();
    for (let at = 0; at < byMark.length; at += ROWS) {
      const rows = byMark.slice(at, at + ROWS).map(([, { day, mark }]) => ({ day, mark }));
      const inserted = await db
        .insertInto('view_marks')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .returning(['day', 'mark'])
        .execute();
      for (const { day, mark } of inserted) fresh.add(`${day} ${mark}`);
    }
    const sums = new Map<string, { property_id: string; day: string; source: string; views: number }>();
    for (const [key, { propertyId, day, source }] of byMark) {
      if (!fresh.has(key)) continue;
      const name = `${propertyId} ${day} ${source}`;
      const sum = sums.get(name) ?? { property_id: propertyId, day, source, views: 0 };
      sum.views += 1;
      sums.set(name, sum);
    }
    const rows = [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    for (let at = 0; at < rows.length; at += ROWS) {
      await db
        .insertInto('view_counts')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict
            .columns(['property_id', 'day', 'source'])
            .doUpdateSet({ views: sql<number>`view_counts.views + excluded.views` }),
        )
        .execute();
    }
    return fresh.size;
  });
}

const KEPT_DAYS = 2;

/** Deletes the marks of who viewed what after two days; the sums of views remain. */
export async function forgetMarks({ db }: Pick<Database, 'db'>, now = new Date()): Promise<number> {
  const before = dayBefore(brusselsDay(now), KEPT_DAYS - 1);
  const gone = await db.deleteFrom('view_marks').where('day', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

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
    const last = views.at(-1);
    if (!last) return;
    const today = last.day;
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
