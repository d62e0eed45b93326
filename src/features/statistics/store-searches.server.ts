import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import { monthsBefore } from '../../platform/time/months-before.ts';
import { type HitsBand, LEAST_SEARCHES, type SearchKind, searchKindKey, searchWeeks } from './searched.ts';

/** The number of searches of a kind on a day. */
export interface SearchCount extends SearchKind {
  day: string;
  hits: HitsBand;
  searches: number;
}

/** The text by which two counts are one row. */
export const searchCountKey = (count: Omit<SearchCount, 'searches'>): string =>
  `${count.day}|${searchKindKey(count)}|${count.hits}`;

/** Rows in one statement, because engines limit the number of its values. */
const ROWS = 500;

/** Adds numbers of searches to those of the day, in one transaction. */
export async function storeSearches(database: Database, counts: readonly SearchCount[]): Promise<void> {
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
