import { brusselsDay } from '../../domain/brussels-day.ts';
import { dayBefore } from '../../domain/view-periods.ts';
import type { Database } from '../database/database.ts';

const KEPT_DAYS = 2;

/** Folds single views into their sums for good: the marks of who saw what go after two days. */
export async function forgetMarks({ db }: Pick<Database, 'db'>, now = new Date()): Promise<number> {
  const before = dayBefore(brusselsDay(now), KEPT_DAYS - 1);
  const gone = await db.deleteFrom('view_marks').where('day', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}
