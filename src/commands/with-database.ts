import { type Database, missingDatabase, openDatabase } from '../platform/database/database.server.ts';
import { type Environment, environment } from '../platform/environment/environment.server.ts';

/**
 * The settings, for a command that works on data that is there. Throws a sentence when the data folder has no database:
 * the command would work on nothing and say that all is well.
 */
export function existingData(): Environment {
  const settings = environment();
  const missing = missingDatabase(settings);
  if (missing) throw new Error(missing);
  return settings;
}

/** The work of a command, on the open database and the settings it was opened with. */
type Work<T> = (database: Database, settings: Environment) => Promise<T>;

/** Runs the work of a command on the database of this environment and always closes the database. */
export const withDatabase = <T>(work: Work<T>): Promise<T> => on(existingData(), work);

/** The same, for a command that may be the first one of a site: the database is created when there is none. */
export const withNewDatabase = <T>(work: Work<T>): Promise<T> => on(environment(), work);

async function on<T>(settings: Environment, work: Work<T>): Promise<T> {
  const { dataDir, databaseUrl } = settings;
  const database = await openDatabase({ dataDir, url: databaseUrl });
  try {
    return await work(database, settings);
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
