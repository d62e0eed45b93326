import { LRUCache } from 'lru-cache';
import type { Database } from '../../platform/database/database.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import type { CountSettings } from './counted.ts';
import { isCountedVisitor, openPaceLimit } from './counted-visitor.server.ts';
import { hitsBandOf, searchKindKey } from './searched.ts';
import type { SearchedPage } from './searched-page.server.ts';
import { type SearchCount, searchCountKey, storeSearches } from './store-searches.server.ts';
import { writeTogether } from './write-together.server.ts';

const FLUSH_MS = 5000;
/** Different rows that wait for the database; further ones are not counted. */
const MOST_WAITING = 5000;
/** Different rows that one process writes in a day, so that no visitor can fill the table. */
const MOST_A_DAY = 20_000;
/** The same search of the same IP address counts once in this time. */
const ONCE_MS = 30 * 60_000;
const MOST_RECENT = 20_000;

/** A search whose response has been sent. */
export interface SeenSearch {
  page: SearchedPage;
  ipAddress: string;
  headers: Pick<Headers, 'get'>;
}

/** Counts searches per day without storing anything about the visitor. */
export interface SearchCounter {
  /** Records a search; the caller does not learn whether it counts. */
  see(seen: SeenSearch): void;
  /** Writes the waiting numbers. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  database: Database;
  settings: Pick<CountSettings, 'countSearches' | 'respectSignals'>;
  log: { error(facts: object, message: string): void };
  flushMs?: number;
}

/**
 * Opens the counting of searches. Numbers wait in memory and are written together. IP addresses stay in memory, for at
 * most half an hour, and are never written.
 */
export function openSearchCounter({ database, settings, log, flushMs = FLUSH_MS }: Parts): SearchCounter {
  let waiting = new Map<string, SearchCount>();
  let written = { day: '', keys: new Set<string>() };
  const pace = openPaceLimit();
  const recent = new LRUCache<string, true>({ max: MOST_RECENT, ttl: ONCE_MS });

  const add = (count: SearchCount) => {
    const key = searchCountKey(count);
    const known = waiting.get(key);
    if (known) known.searches += count.searches;
    else if (waiting.size < MOST_WAITING) waiting.set(key, count);
  };
  /** Whether a row may be written: the number of different rows of a day is limited. */
  const isAdmitted = (count: SearchCount): boolean => {
    if (written.day !== count.day) written = { day: count.day, keys: new Set() };
    const key = searchCountKey(count);
    if (!written.keys.has(key) && written.keys.size >= MOST_A_DAY) return false;
    written.keys.add(key);
    return true;
  };
  const write = async () => {
    const counts = [...waiting.values()];
    waiting = new Map();
    try {
      await storeSearches(database, counts);
    } catch (error) {
      // They are stored with the next ones, as long as memory allows.
      for (const count of counts) add(count);
      log.error({ code: errorCode(error) || 'unknown' }, 'searches could not be stored');
    }
  };
  const { flush, close } = writeTogether(write, flushMs);

  return {
    see({ page: { kinds, hits }, ipAddress, headers }) {
      if (kinds.length === 0 || !settings.countSearches || !isCountedVisitor(headers, settings)) return;
      const { group, isPerson } = pace(ipAddress);
      if (!isPerson) return;
      const day = brusselsDay(new Date());
      for (const kind of kinds) {
        const once = `${group} ${searchKindKey(kind)}`;
        if (recent.has(once)) continue;
        recent.set(once, true);
        const count = { ...kind, day, hits: hitsBandOf(hits), searches: 1 };
        if (isAdmitted(count)) add(count);
      }
    },
    flush,
    close,
  };
}
