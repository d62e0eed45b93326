import { sql } from 'kysely';
import { type Database, openDatabase } from '../database/database.ts';
import type { Environment } from '../environment.ts';
import type { Finding } from './finding.ts';

/** Whether the database answers, and where it is. */
export async function databaseFinding(database: Database): Promise<Finding> {
  const started = performance.now();
  try {
    await sql`select count(*) from requests`.execute(database.db);
    const ms = Math.round(performance.now() - started);
    return {
      name: 'database',
      state: 'ok',
      message: `${database.engine} answers in ${ms} ms`,
      facts: { engine: database.engine },
    };
  } catch (error) {
    return { name: 'database', state: 'fail', message: String((error as Error).message) };
  }
}

/** Opens the database of this installation as the site would; a finding instead of an error when that fails. */
export async function openForLook({
  dataDir,
  databaseUrl,
}: Pick<Environment, 'dataDir' | 'databaseUrl'>): Promise<Database | Finding> {
  try {
    return await openDatabase({ dataDir, url: databaseUrl });
  } catch (error) {
    return { name: 'database', state: 'fail', message: error instanceof Error ? error.message : String(error) };
  }
}
