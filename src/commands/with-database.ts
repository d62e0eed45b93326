import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { environment } from '../server/platform/environment/environment.ts';

/** Runs the work of a command on the database of this environment and always closes the database. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { dataDir, databaseUrl } = environment();
  const database = await openDatabase({ dataDir, url: databaseUrl });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * Numbers of rows by table in one line.
 * @example rowsInWords({ leads: 2, saved_searches: 1 }) // '2 leads, 1 saved searches'
 */
export function rowsInWords(rows: Readonly<Record<string, number>>): string {
  const counted = Object.entries(rows).filter(([, number]) => number > 0);
  return counted.map(([table, number]) => `${number} ${table.replaceAll('_', ' ')}`).join(', ') || 'nothing';
}
