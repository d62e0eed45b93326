import { type Dialect, type Driver, PostgresDialect } from 'kysely';
import pg from 'pg';
import { StorageProblem, storageProblemOf } from './storage-problem.ts';

const INT8 = 20;

/** Kysely over pg: numbers arrive as numbers, and every failure of the server or the connection is a StorageProblem. */
export function postgresDialect(options: {
  url: string;
  busyLimitMs: number;
  /** After so long without a response a connection is given up, because the network may be cut; 0: never. */
  queryLimitMs: () => number;
  report: (error: unknown) => void;
}): Dialect {
  const pool = openPool(options);
  const lost = new WeakSet<pg.PoolClient>();

  function rethrow(client: pg.PoolClient | null, error: unknown): never {
    const problem = storageProblemOf(error);
    if (client && problem?.code === 'unreachable') lost.add(client);
    throw problem ?? error;
  }

  function inTime<T>(client: pg.PoolClient, response: Promise<T>): Promise<T> {
    const limitMs = options.queryLimitMs();
    if (limitMs === 0) return response;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lost.add(client);
        reject(new StorageProblem('unreachable'));
      }, limitMs);
      response.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  // Without listeners a restart of the server would end this process: the pool listens only while a client is idle.
  pool.on('error', options.report);
  pool.on('connect', (client) => {
    client.on('error', () => lost.add(client));
    const { query } = client;
    const watched = (...values: unknown[]) =>
      // What comes behind a query without a response, such as its rollback, would wait as long.
      lost.has(client)
        ? Promise.reject(new StorageProblem('unreachable'))
        : inTime(client, Reflect.apply(query, client, values)).catch((error: unknown) => rethrow(client, error));
    Object.assign(client, { query: watched });
  });

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch((error: unknown) => rethrow(null, error));
    const release = client.release.bind(client);
    // A lost connection is discarded at once; otherwise its next user would fail as well.
    client.release = () => release(lost.has(client));
    return client;
  }

  return new (class extends PostgresDialect {
    override createDriver = () => quietlyRollingBack(super.createDriver());
  })({ pool: { connect, end: () => pool.end(), options: pool.options } });
}

function openPool({ url, busyLimitMs }: { url: string; busyLimitMs: number }): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: busyLimitMs,
    lock_timeout: busyLimitMs,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    // The driver returns bigint, and therefore every count(*), as text.
    types: {
      getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text')),
    },
  });
}

// The connection may be lost, and the failure that led to the rollback is the one to report.
function quietlyRollingBack(driver: Driver): Driver {
  const rollback = driver.rollbackTransaction.bind(driver);
  driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
  return driver;
}
