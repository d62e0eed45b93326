import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
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
import { openMutex } from './mutex.ts';
import { openSqliteFile } from './sqlite-file.server.ts';
import { storageProblemOf } from './storage-problem.ts';

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
  let writer: DatabaseSync;
  let isFull = true;

  /** Sets whether the next writes are on the disk when they return. */
  function sync(full: boolean): void {
    if (full !== isFull) writer.exec(`pragma synchronous = ${full ? 'full' : 'normal'}`);
    isFull = full;
  }

  const deadline = () => Date.now() + busyLimitMs;

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

  async function write<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const until = deadline();
    await mutex.take(until);
    try {
      return await patiently(until, () => {
        sync(!NOT_SYNCED.test(query.sql));
        return run<R>(writer, query);
      });
    } finally {
      mutex.pass();
    }
  }

  function newConnection(): DatabaseConnection {
    const connection: DatabaseConnection = {
      executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
        if (inTransaction.has(connection)) return patiently(deadline(), () => run<R>(writer, query));
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

  // After a full disk SQLite may already have rolled back, and ROLLBACK would hide the first error.
  function rollback(): void {
    try {
      if (writer.isTransaction) writer.exec('rollback');
    } catch {
      writer.close();
      writer = openSqliteFile(file);
      isFull = true;
    }
  }

  return {
    async init() {
      const until = deadline();
      writer = await patiently(until, () => openSqliteFile(file));
      reader = await patiently(until, () => openSqliteFile(file));
    },
    acquireConnection: async () => newConnection(),
    async beginTransaction(connection) {
      const until = deadline();
      await mutex.take(until);
      try {
        // Immediate, because two deferred writers would fail at once, whatever the timeout.
        await patiently(until, () => {
          sync(true);
          writer.exec('begin immediate');
        });
        inTransaction.add(connection);
      } catch (error) {
        mutex.pass();
        throw error;
      }
    },
    async commitTransaction(connection) {
      await patiently(deadline(), () => writer.exec('commit'));
      endTransaction(connection);
    },
    async rollbackTransaction(connection) {
      if (!inTransaction.has(connection)) return;
      try {
        rollback();
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
