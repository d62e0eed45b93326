import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import { openMutex } from '../../platform/database/mutex.ts';
import { whileLocked } from '../../platform/files/file-lock.server.ts';
import type { ContentWriter } from '../changes/change-file.server.ts';
import { recordVersions } from './content-history.server.ts';

/** How many files may have the same lock: each lock is an empty file in DATA_DIR. */
const LOCKS = 64;
const LONGEST_MS = 60_000;

/**
 * What changes of content by programs need: the folders, this database for the history, and a lock that also holds
 * among machines where they share PostgreSQL.
 */
export function contentWriterOf(
  database: Database,
  { contentDir, dataDir }: { contentDir: string; dataDir: string },
): ContentWriter {
  // One at a time: each holds a connection for its lock and needs another one for the history.
  const mutex = openMutex();
  return {
    contentDir,
    record: (states) => recordVersions(database, states),
    async locked(file, work) {
      const number = createHash('sha256').update(file).digest().readUInt16BE() % LOCKS;
      await mutex.take(Date.now() + LONGEST_MS);
      try {
        if (database.engine === 'sqlite') return await whileLocked(join(dataDir, 'locks', `content-${number}`), work);
        return await database.transaction(async (transaction) => {
          await sql`select pg_advisory_xact_lock(7205, ${sql.lit(number)})`.execute(transaction);
          return work();
        });
      } finally {
        mutex.pass();
      }
    },
  };
}
