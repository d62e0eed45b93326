import { accessSync, closeSync, constants, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from '../log/error-facts.ts';
import { StorageProblem, storageProblemOf } from './storage-problem.ts';

// The driver is synchronous: a longer wait would block every page, so callers wait longer in asynchronous steps.
const BUSY_TIMEOUT_MS = 2;
// Another process may have created the file a moment ago and not yet written to it.
const FRESH_MS = 10_000;
const FULL_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * Creates the file when there is none, and throws when it is not a usable database: a damaged file is never replaced.
 */
export function inspectSqliteFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const facts = statSync(file, { throwIfNoEntry: false });
    if (!facts && (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
      throw new StorageProblem('corrupt', new Error(`${file} is missing although its changes are in ${file}-wal`));
    }
    // The file holds names, addresses and telephone numbers, so only the operator may read it.
    closeSync(openSync(file, 'a', 0o600));
    if (!facts) return;
    if (facts.size === 0 && Date.now() - facts.mtimeMs > FRESH_MS) {
      throw new StorageProblem('corrupt', new Error(`${file} is empty; remove it if a new database is really wanted`));
    }
    if (facts.size > 0 && !beginsAsDatabase(file))
      throw new StorageProblem('corrupt', new Error(`${file} is not a database`));
    accessSync(dirname(file), constants.W_OK);
  } catch (error) {
    throw fileProblemOf(error) ?? error;
  }
}

/**
 * Opens a connection with the settings of this site: writes are synced, deleted bytes overwritten, foreign keys
 * enforced.
 */
export function openSqliteFile(file: string): DatabaseSync {
  const handle = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  try {
    handle.exec(
      'pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma ' +
        'journal_size_limit = 16777216',
    );
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}

/** Checks the whole file while it is small, else only its schema; throws when it is damaged. */
export function checkSqliteFile(handle: DatabaseSync, file: string): void {
  const { page_count: pages } = handle.prepare('pragma page_count').get() as { page_count: number };
  const { page_size: bytes } = handle.prepare('pragma page_size').get() as { page_size: number };
  if (pages * bytes > FULL_CHECK_BYTES) return void handle.prepare('select count(*) from sqlite_schema').get();
  const { quick_check: finding } = handle.prepare('pragma quick_check(1)').get() as { quick_check: string };
  if (finding !== 'ok') throw new StorageProblem('corrupt', new Error(`${file}: ${finding}`));
}

function beginsAsDatabase(file: string): boolean {
  const head = Buffer.alloc(16);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, head, 0, head.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return head.toString('latin1') === 'SQLite format 3\0';
}

function fileProblemOf(error: unknown): StorageProblem | null {
  const code = errorCode(error);
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new StorageProblem('read-only', error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) return new StorageProblem('full', error);
  if (['EMFILE', 'ENFILE', 'EIO'].includes(code)) return new StorageProblem('unreachable', error);
  return storageProblemOf(error);
}
