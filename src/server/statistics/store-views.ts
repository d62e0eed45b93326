import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A view that waits to be written; `mark` is the same for a repeat of the same day. */
export interface PendingView {
  homeId: string;
  day: string;
  source: string;
  mark: string;
}

/** Most rows in one statement: engines limit how many values it may carry. */
const ROWS = 500;

/** Writes views in one transaction: repeats are folded by their mark, whichever process saw them, and sums are raised. */
export async function storeViews(database: Database, views: readonly PendingView[]): Promise<number> {
  if (views.length === 0) return 0;
  return database.transaction(async (db) => {
    // Always in one order: two processes that write the same marks then wait for each other instead of locking up.
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
    const sums = new Map<string, { home_id: string; day: string; source: string; views: number }>();
    for (const [key, { homeId, day, source }] of byMark) {
      if (!fresh.has(key)) continue;
      const name = `${homeId} ${day} ${source}`;
      const sum = sums.get(name) ?? { home_id: homeId, day, source, views: 0 };
      sum.views += 1;
      sums.set(name, sum);
    }
    const rows = [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    for (let at = 0; at < rows.length; at += ROWS) {
      await db
        .insertInto('view_counts')
        .values(rows.slice(at, at + ROWS))
        .onConflict((conflict) =>
          conflict.columns(['home_id', 'day', 'source']).doUpdateSet({ views: sql<number>`view_counts.views + excluded.views` }),
        )
        .execute();
    }
    return fresh.size;
  });
}
