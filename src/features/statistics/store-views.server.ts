import { sql } from 'kysely';
import { type Database, storedKey } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import { dayBefore } from './views.ts';

const NAME = 'view-salt-';

/**
 * The salt of a day, the same for all processes; earlier salts are deleted, so that no mark can ever be traced back.
 */
export async function viewSalt(database: Database, day: string): Promise<string> {
  const salt = await storedKey(database, NAME + day);
  await database.db
    .deleteFrom('keys')
    .where('name', 'like', `${NAME}%`)
    .where('name', '<', NAME + day)
    .execute();
  return salt;
}

/** A view to be written; `mark` is the same for repeated views on the same day. */
export interface PendingView {
  propertyId: string;
  day: string;
  source: string;
  mark: string;
}

/** Rows in one statement, because engines limit the number of its values. */
const ROWS = 500;

/** Writes views in one transaction: repeated views have the same mark and count once, whichever process saw them. */
export async function storeViews(database: Database, views: readonly PendingView[]): Promise<number> {
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
