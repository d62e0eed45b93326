import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { personalDataTables } from '../../../domain/personal-data.ts';
import type { Database } from './database.ts';
import { StorageProblem } from './storage-problem.ts';

const TABLES = personalDataTables.filter(([, { columns }]) => columns.length > 0).map(([table]) => table);
const TRIES = 100;
const PAUSE_MS = 50;

/**
 * Makes deleted data unreadable on the disk too: the write-ahead log is merged and truncated. With `rewrite` the whole
 * file is written again, because only that removes every byte: a split page keeps copies of the rows that moved away,
 * which SQLite's secure_delete does not reach. That takes a second or two per 100 MB, so the server itself never does
 * it.
 */
export async function scrub(database: Database, { rewrite }: { rewrite: boolean }): Promise<void> {
  if (database.engine === 'postgres')
    return void (await sql`vacuum ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(database.db));
  if (rewrite) await sql`vacuum`.execute(database.db);
  await truncateLog(database);
}

async function truncateLog({ db }: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    if (rows[0]?.busy === 0) return;
    if (attempt === TRIES) throw new StorageProblem('busy');
    await pause(PAUSE_MS);
  }
}
