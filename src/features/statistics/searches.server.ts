import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { listAt } from '../../content/site/paths.ts';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { brusselsDay, monthsBefore } from '../../platform/time/days.ts';
import { type ListingQuery, NOT_SEARCHED_KEYS, parseListingQuery } from '../listing/listing-query.ts';
import { searchListings } from '../search/search-index.ts';
import { searchPhrase } from '../search/search-phrase.view.ts';
import {
  type HitsBand,
  hitsBandOf,
  LEAST_SEARCHES,
  type SearchKind,
  searchKindKey,
  searchKindsOf,
  searchWeeks,
} from './searched.ts';
import { isCountedVisitor, openPaceLimit, writeTogether } from './views.server.ts';
import type { CountSettings } from './views.ts';

/** The number of searches of a kind on a day. */
interface SearchCount extends SearchKind {
  day: string;
  hits: HitsBand;
  searches: number;
}

/** The text by which two counts are one row. */
const searchCountKey = (count: Omit<SearchCount, 'searches'>): string =>
  `${count.day}|${searchKindKey(count)}|${count.hits}`;

/** Rows in one statement, because engines limit the number of its values. */
const ROWS = 500;

/** Adds numbers of searches to those of the day, in one transaction. */
async function storeSearches(database: Database, counts: readonly SearchCount[]): Promise<void> {
  // Always in one order: two processes that write the same rows then wait for each other instead of deadlocking.
  const rows = counts
    .map((count) => ({ key: searchCountKey(count), count }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ count: { day, goal, place, typeKey, maxPrice, hits, searches } }) => {
      return { day, goal, place, type_key: typeKey, max_price: maxPrice ?? 0, hits, searches };
    });
  if (rows.length === 0) return;
  await database.transaction(async (db) => {
    for (let at = 0; at < rows.length; at += ROWS)
      await db
        .insertInto('search_counts')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict
            .columns(['day', 'goal', 'place', 'type_key', 'max_price', 'hits'])
            .doUpdateSet({ searches: sql<number>`search_counts.searches + excluded.searches` }),
        )
        .execute();
  });
}

/** The searches of a kind in some weeks. */
export interface SearchedKind extends SearchKind {
  searches: number;
  /** Searches that found nothing on offer. */
  unfound: number;
}

/**
 * The searches of the last weeks by kind. A number of a week below `LEAST_SEARCHES` counts as zero, so that no
 * comparison of two periods shows it.
 */
export async function searchesByKind(
  { db }: Pick<Database, 'db'>,
  weeks: number,
  now = new Date(),
): Promise<SearchedKind[]> {
  const spans = searchWeeks(brusselsDay(now), weeks).map(({ first, last }) => sql`(${first}, ${last})`);
  const unfound = sql`sum(case when hits = 'none' then searches else 0 end)`;
  const { rows } = await sql<Record<'goal' | 'place' | 'type_key', string> & Record<Figure, number>>`
    with weeks(first_day, last_day) as (values ${sql.join(spans)})
    select goal, place, type_key, max_price, sum(searches) as searches, sum(unfound) as unfound
    from (
      select first_day, goal, place, type_key, max_price, sum(searches) as searches,
        case when ${unfound} >= ${LEAST_SEARCHES} then ${unfound} else 0 end as unfound
      from weeks join search_counts on day >= first_day and day <= last_day
      group by first_day, goal, place, type_key, max_price
      having sum(searches) >= ${LEAST_SEARCHES}
    ) as of_weeks
    group by goal, place, type_key, max_price`.execute(db);
  return rows.map((row) => ({
    goal: row.goal === 'sale' || row.goal === 'rent' ? row.goal : 'both',
    place: row.place,
    typeKey: row.type_key,
    maxPrice: Number(row.max_price) || null,
    searches: Number(row.searches),
    unfound: Number(row.unfound),
  }));
}

type Figure = 'max_price' | 'searches' | 'unfound';

/** How long numbers of searches are kept. */
const KEPT_MONTHS = 13;

/** Deletes the numbers of searches that are older than 13 months. */
export async function forgetSearches({ db }: Pick<Database, 'db'>, now = new Date()): Promise<number> {
  const before = brusselsDay(monthsBefore(now.getTime(), KEPT_MONTHS));
  const gone = await db.deleteFrom('search_counts').where('day', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** What the page at a URL was asked for, and how many properties on offer it shows. */
export interface SearchedPage {
  kinds: readonly SearchKind[];
  hits: number;
}

/** A page that is no search: another page of a list, another order, a name or a number. */
const NO_SEARCH: SearchedPage = { kinds: [], hits: 0 };

/**
 * What a visitor searches with a list, with the list of a town or a type, or with the page of the search text. Of a
 * typed text only what the rules understand is read.
 */
export function searchedPage(site: Site, requestPath: string): SearchedPage {
  const url = new URL(requestPath, 'http://localhost');
  const row = site.paths.rowAt(url.pathname);
  if (row?.name === 'search' && row.rest.length === 0) return searchedText(site, row.language, url.searchParams);
  const list = listAt(site, url.pathname);
  if (!list || NOT_SEARCHED_KEYS.some((key) => url.searchParams.has(key))) return NO_SEARCH;
  const { goal, of, ofType } = list;
  if (of) {
    const [place, typeKey] = 'zip' in of ? [of.zip, ofType?.key ?? ''] : ['', of.key];
    const hits = site.newest(goal, of, ofType ?? undefined).filter(({ gone }) => !gone).length;
    return { kinds: [{ goal, place, typeKey, maxPrice: null }], hits };
  }
  const { query } = parseListingQuery(url.searchParams, goal, site, site.settings.site.hideSoldInLists);
  const kinds = kindsOf(site, query);
  return kinds.length > 0 ? { kinds, hits: site.find(query).free } : NO_SEARCH;
}

function searchedText(site: Site, language: string, search: URLSearchParams): SearchedPage {
  const text = (search.get('q') ?? '').slice(0, 100).trim();
  if (text === '' || searchListings(text, site.listings, []).listings.length > 0) return NO_SEARCH;
  const result = searchPhrase(site, language, text);
  if (!result) return NO_SEARCH;
  const { understood, lists } = result;
  const asked = understood.goal ?? search.get('goal');
  const goal = asked === 'sale' || asked === 'rent' ? asked : null;
  const kinds = kindsOf(site, lists[goal ?? 'sale'].query, goal ?? 'both');
  return { kinds, hits: goal ? lists[goal].free : lists.sale.free + lists.rent.free };
}

/** Only towns that the agency knows are counted: whatever else is in the URL was written by the visitor. */
const kindsOf = (site: Pick<Site, 'cities'>, query: ListingQuery, goal?: SearchKind['goal']): SearchKind[] =>
  searchKindsOf(query, ({ name, zip }) => cityOf(site, name, zip)?.Zip ?? null, goal);

const cityOf = ({ cities }: Pick<Site, 'cities'>, name: string, zip: string) =>
  cities.find(({ Zip, Name }) => (zip ? Zip === zip : Object.values(Name).includes(name)));

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
