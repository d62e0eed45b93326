import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../platform/database/database.server.ts';
import { openMutex } from '../../platform/database/mutex.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { type FileCache, NO_CACHE } from '../../platform/files/file-cache.server.ts';
import { whileLocked } from '../../platform/files/file-lock.server.ts';
import { errorMessage, ifExists } from '../../platform/log/error-facts.ts';
import { type ContentWriter, recordFile } from '../changes/change-file.server.ts';
import { hashOf, newestVersions, recordVersions } from './content-history.server.ts';

/** Folders whose files are no texts of editors. */
const WITHOUT_HISTORY: ReadonlySet<string> = new Set(['media', 'schemas']);
const FILES_AT_ONCE = 200;

/**
 * Keeps what was changed by hand in the history: every JSON file that differs from its newest version. Returns the
 * number of such files.
 */
export async function recordFolder(
  database: Database,
  folders: { contentDir: string; dataDir: string },
  cache: FileCache = NO_CACHE,
): Promise<number> {
  const { contentDir } = folders;
  const writer = contentWriterOf(database, folders);
  const newest = await newestVersions(database.db);
  const files = contentFiles(contentDir);
  const hashes = new Map(files.map((file) => [file, hashNow(join(contentDir, file), cache)]));
  const isNew = (file: string) => !newest.has(file);
  const added = files.filter(isNew);
  // Nobody can have replaced the first version of a file: no lock is needed.
  for (let from = 0; from < added.length; from += FILES_AT_ONCE)
    await writer.record(
      added.slice(from, from + FILES_AT_ONCE).map((file) => ({ file, ...stateNow(contentDir, file) })),
    );
  const changed = [...newest.values()].filter(({ file, hash }) => (hashes.get(file) ?? '') !== hash);
  for (const { file } of changed) await recordFile(writer, file);
  return added.length + changed.length;
}

/**
 * The same with a database of its own; what keeps the history from being written is said to `report` and stops nothing
 * else.
 */
export async function recordHandEdits(
  { contentDir, dataDir, databaseUrl }: Pick<Environment, 'contentDir' | 'dataDir' | 'databaseUrl'>,
  report: (message: string) => void,
  cache?: FileCache,
): Promise<void> {
  try {
    const database = await openDatabase({ dataDir, url: databaseUrl, checks: 'once' });
    try {
      await recordFolder(database, { contentDir, dataDir }, cache);
    } finally {
      await database.close();
    }
  } catch (error) {
    report(`The history of the content could not be written; the next publish tries again: ${errorMessage(error)}`);
  }
}

/** The hash of a file as the history stores it; empty while somebody removes it. */
export const hashNow = (full: string, cache: FileCache): string =>
  ifExists(() => cache.of('history', full, (bytes) => hashOf(bytes.toString()))) ?? '';

const stateNow = (contentDir: string, file: string): { text: string | null; by: null } => ({
  text: ifExists(() => readFileSync(join(contentDir, file), 'utf8')),
  by: null,
});

function contentFiles(contentDir: string): string[] {
  const folder = (name: string): string[] =>
    readdirSync(join(contentDir, name), { withFileTypes: true }).flatMap((entry) => {
      const path = name ? `${name}${sep}${entry.name}` : entry.name;
      if (entry.name.startsWith('.') || WITHOUT_HISTORY.has(path)) return [];
      if (entry.isDirectory()) return folder(path);
      return entry.name.endsWith('.json') ? [relative(contentDir, join(contentDir, path)).replaceAll(sep, '/')] : [];
    });
  return folder('').sort();
}

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
