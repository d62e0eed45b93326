import { accessSync, closeSync, constants, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { errorCode } from '../log/error-facts.ts';
import { openMutex } from './mutex.ts';
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
  const pages = Number(handle.prepare('pragma page_count').get()?.page_count);
  const pageBytes = Number(handle.prepare('pragma page_size').get()?.page_size);
  if (pages * pageBytes > FULL_CHECK_BYTES) return void handle.prepare('select count(*) from sqlite_schema').get();
  const finding = handle.prepare('pragma quick_check(1)').get()?.quick_check;
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

const FIRST_STEP_MS = 2;
const LONGEST_STEP_MS = 50;
// A power cut may lose attempt counters and the record that a mail was sent (it is sent again under its Message-ID).
// These writes do not wait for the disk, and the next synced write makes them durable.
const NOT_SYNCED = /^\s*(?:insert into|update|delete from) "?(?:limits|outbox)\b/;

/**
 * Kysely over node:sqlite with two connections, one that reads and one that writes: readers never wait for a writer,
 * and writers of this process queue instead of colliding. The lock of another process is polled in short asynchronous
 * steps up to `busyLimitMs`, because the driver would otherwise block the whole process.
 */
export function sqliteDialect({ file, busyLimitMs }: { file: string; busyLimitMs: number }): Dialect {
  return new (class extends SqliteDialect {
    override createDriver = () => sqliteDriver(file, busyLimitMs);
    override createAdapter = () => new SharedAdapter();
  })({ database: () => Promise.reject(new Error('the driver opens its own connections')) });
}

// Kysely would run one query at a time, so readers would wait for writers.
class SharedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function sqliteDriver(file: string, busyLimitMs: number): Driver {
  const mutex = openMutex();
  const inTransaction = new WeakSet<DatabaseConnection>();
  let reader: DatabaseSync;
  let writer: Writer;

  const deadline = () => Date.now() + busyLimitMs;

  async function write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = deadline();
    await mutex.take(until);
    try {
      return await patiently(until, () => writer.run<R>(query, 'alone'));
    } finally {
      mutex.pass();
    }
  }

  async function newConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (inTransaction.has(connection)) return patiently(deadline(), () => writer.run<R>(query, 'in transaction'));
        return isRead(query) ? patiently(deadline(), () => run<R>(reader, query)) : write<R>(query);
      },
      // An open cursor would pin an old state of the file, so the rows are read at once.
      async *streamQuery<R>(query: CompiledQuery) {
        yield await connection.executeQuery<R>(query);
      },
    };
    return connection;
  }

  function endTransaction(connection: DatabaseConnection): void {
    if (inTransaction.delete(connection)) mutex.pass();
  }

  return {
    async init() {
      const until = deadline();
      writer = await patiently(until, () => openWriter(file));
      reader = await patiently(until, () => openSqliteFile(file));
    },
    acquireConnection: newConnection,
    async beginTransaction(connection) {
      const until = deadline();
      await mutex.take(until);
      try {
        await patiently(until, () => writer.begin());
        inTransaction.add(connection);
      } catch (error) {
        mutex.pass();
        throw error;
      }
    },
    async commitTransaction(connection) {
      await patiently(deadline(), () => writer.commit());
      endTransaction(connection);
    },
    async rollbackTransaction(connection) {
      if (!inTransaction.has(connection)) return;
      try {
        writer.rollback();
      } finally {
        endTransaction(connection);
      }
    },
    async releaseConnection() {},
    async destroy() {
      reader.close();
      writer.close();
    },
  };
}

/** Tries again in short steps, until a moment, for as long as another process holds the file. */
async function patiently<T>(until: number, attempt: () => T): Promise<T> {
  for (let stepMs = FIRST_STEP_MS; ; stepMs = Math.min(stepMs * 2, LONGEST_STEP_MS)) {
    try {
      return attempt();
    } catch (error) {
      const problem = storageProblemOf(error);
      if (problem?.code !== 'busy' || Date.now() + stepMs > until) throw problem ?? error;
    }
    await pause(stepMs);
  }
}

/** The connection that writes. */
interface Writer {
  run<R>(query: CompiledQuery, where: 'in transaction' | 'alone'): QueryResult<R>;
  begin(): void;
  commit(): void;
  rollback(): void;
  close(): void;
}

function openWriter(file: string): Writer {
  let handle = openSqliteFile(file);
  let isFull = true;

  /** Sets whether the next writes are on the disk when they return. */
  function sync(full: boolean): void {
    if (full !== isFull) handle.exec(`pragma synchronous = ${full ? 'full' : 'normal'}`);
    isFull = full;
  }

  return {
    run<R>(query: CompiledQuery, where: 'in transaction' | 'alone') {
      if (where === 'alone') sync(!NOT_SYNCED.test(query.sql));
      return run<R>(handle, query);
    },
    // Immediate, because two deferred writers would fail at once, whatever the timeout.
    begin() {
      sync(true);
      handle.exec('begin immediate');
    },
    commit: () => handle.exec('commit'),
    // After a full disk SQLite may already have rolled back, and ROLLBACK would hide the first error.
    rollback() {
      try {
        if (handle.isTransaction) handle.exec('rollback');
      } catch {
        handle.close();
        handle = openSqliteFile(file);
        isFull = true;
      }
    },
    close: () => handle.close(),
  };
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql));
}

function run<R>(handle: DatabaseSync, { sql, parameters }: CompiledQuery): QueryResult<R> {
  const statement = handle.prepare(sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
  const { changes } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes) };
}
