import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from './database.ts';
import { StorageProblem } from './storage-problem.ts';

const TRIES = 100;
const PAUSE_MS = 50;

/**
 * Makes what was deleted unreadable on the disk too: the log of changes is folded in and cut to nothing. With `rewrite`
 * the whole file is written anew, for only that leaves no byte: a page that was split keeps copies of what moved away,
 * which SQLite's secure_delete does not reach. That takes a second or two per 100 MB, so never in the server itself.
 */
export async function scrub(database: Database, { rewrite }: { rewrite: boolean }): Promise<void> {
  if (database.engine === 'postgres')
    return void (await sql`vacuum leads, outbox, newsletter, owners, property_entries`.execute(database.db));
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
