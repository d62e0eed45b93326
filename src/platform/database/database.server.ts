import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import { errorCode } from '../log/error-facts.ts';
import { present } from '../values/values.ts';
import { MIGRATIONS, type Migration } from './migrations/migrations.ts';
import { postgresDialect } from './postgres-dialect.server.ts';
import type { Schema } from './schema.ts';
import { checkSqliteFile, inspectSqliteFile, openSqliteFile, sqliteDialect } from './sqlite.server.ts';
import { StorageProblem, storageProblemOf } from './storage-problem.ts';

/** Applies the missing migrations, one process at a time; a database newer than this program is refused. */
export async function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  if ((await versionOf(database)) === migrations.length) return;
  await prepareLock(database);
  await database.transaction(async (transaction) => {
    await takeLock(database, transaction);
    const done = await latestVersion(transaction);
    if (done > migrations.length) throw newer(done, migrations.length);
    for (const [index, migration] of migrations.entries()) {
      if (index < done) continue;
      await migration.up(transaction as Transaction<unknown>);
      const row = { version: index + 1, name: migration.name, applied_at: new Date().toISOString() };
      await transaction.insertInto('schema_versions').values(row).execute();
    }
  });
}

// An up-to-date database needs neither lock nor write at start.
async function versionOf({ db, engine }: Database): Promise<number> {
  const { rows } =
    engine === 'sqlite'
      ? await sql`select name from sqlite_schema where name = 'schema_versions'`.execute(db)
      : await sql`select 1 where to_regclass('schema_versions') is not null`.execute(db);
  return rows.length > 0 ? await latestVersion(db) : 0;
}

async function latestVersion(db: Pick<Database['db'], 'selectFrom'>): Promise<number> {
  const row = await db
    .selectFrom('schema_versions')
    .select(({ fn }) => fn.max('version').as('latest'))
    .executeTakeFirst();
  return Number(row?.latest ?? 0);
}

// In PostgreSQL two concurrent "create table if not exists" can collide: the one that fails tries again.
async function prepareLock({ db }: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.schema
        .createTable('schema_lock')
        .ifNotExists()
        .addColumn('id', 'integer', (id) => id.primaryKey())
        .execute();
      await db.schema
        .createTable('schema_versions')
        .ifNotExists()
        .addColumn('version', 'integer', (version) => version.primaryKey())
        .addColumn('name', 'text', (name) => name.notNull())
        .addColumn('applied_at', 'text', (moment) => moment.notNull())
        .execute();
      return;
    } catch (error) {
      const collided = ['23505', '42710', '42P07', 'XX000'].includes(errorCode(error));
      if (!collided || attempt === 10) throw error;
      await pause(20 * attempt);
    }
  }
}

// A row rather than an advisory lock: it works on every kind of PostgreSQL, and a killed process leaves no lock behind.
async function takeLock({ engine }: Database, transaction: Transaction<Schema>): Promise<void> {
  // SQLite's transaction is already the lock.
  if (engine === 'sqlite') return;
  await sql`set local lock_timeout = '120s'`.execute(transaction);
  await transaction
    .insertInto('schema_lock')
    .values({ id: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction.selectFrom('schema_lock').select('id').where('id', '=', 1).forUpdate().execute();
}

function newer(found: number, known: number): Error {
  return new Error(
    `The database is of a newer version of this program (tables ${found}, this one knows ${known}): ` +
      `start the newer program, or restore an older backup`,
  );
}

/** The stored data, the same on both engines; every failure of the storage is thrown as StorageProblem. */
export interface Database {
  db: Kysely<Schema>;
  engine: 'sqlite' | 'postgres';
  /** The data folder of this installation, which also holds files beside the database. */
  dataDir: string;
  /** The SQLite file; null for PostgreSQL. */
  file: string | null;
  /** All or nothing; keep mail and HTTP out of it, and use only the transaction inside. */
  transaction<T>(work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  dataDir: string;
  /** postgres://...; left out = the SQLite file in the data folder. */
  url?: string | undefined;
  /** How long a query waits for another process before it fails as "busy". */
  busyLimitMs?: number;
  /** How long a query to PostgreSQL waits for its response once the tables are there; left out = without limit. */
  queryLimitMs?: number;
  /** `once`: the file is checked as a whole, unless this process has done so; a watching publish opens it often. */
  checks?: 'whole' | 'once';
  /** Receives failures that no caller waits for, such as a lost idle connection. */
  report?: (error: unknown) => void;
  /** Migrations that must be applied; fewer only while an older backup is restored. */
  migrations?: readonly Migration[];
}

/** The file of the SQLite database in a data folder. */
export const databaseFileOf = (dataDir: string): string => join(dataDir, 'dorpel.sqlite');

/** A sentence when a site has no database yet, so that there is nothing to work on or to look at; null when it has. */
export const missingDatabase = ({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined }) =>
  databaseUrl || existsSync(databaseFileOf(dataDir))
    ? null
    : `DATA_DIR=${dataDir} has no database. Name the folder of the site by DATA_DIR, or the file with its settings ` +
      'by --env FILE; a new site gets its database by "npm start".';

/** Opens the database, checks it and migrates its tables; never replaces a damaged database. */
export async function openDatabase({
  dataDir,
  url,
  busyLimitMs = 5000,
  queryLimitMs = 0,
  checks = 'whole',
  report = () => {},
  migrations = MIGRATIONS,
}: DatabaseOptions): Promise<Database> {
  const file = url ? null : databaseFileOf(dataDir);
  if (file) prepareFile(file, checks);
  // A migration takes as long as it takes.
  let isReady = false;
  const limit = () => (isReady ? queryLimitMs : 0);
  const db = new Kysely<Schema>({
    dialect: url
      ? postgresDialect({ url, busyLimitMs, queryLimitMs: limit, report })
      : sqliteDialect({ file: databaseFileOf(dataDir), busyLimitMs }),
  });
  const database: Database = {
    db,
    engine: url ? 'postgres' : 'sqlite',
    dataDir,
    file,
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
  try {
    await sql`select 1`.execute(db);
    await migrate(database, migrations);
    isReady = true;
    return database;
  } catch (error) {
    await db.destroy().catch(() => {});
    throw error;
  }
}

/** The files that this process has checked as a whole, by name and inode: another file under the name is checked. */
const checked = new Set<string>();

function prepareFile(file: string, checks: 'whole' | 'once'): void {
  inspectSqliteFile(file);
  const name = `${file} ${statSync(file).ino}`;
  try {
    const handle = openSqliteFile(file);
    try {
      if (checks === 'whole' || !checked.has(name)) checkSqliteFile(handle, file);
      checked.add(name);
    } finally {
      handle.close();
    }
  } catch (error) {
    const problem = storageProblemOf(error);
    // While the file is locked the check is left out: the queries themselves report a damaged page.
    if (problem?.code === 'busy') return;
    if (!problem) throw error;
    const { message } = problem.cause instanceof Error ? problem.cause : problem;
    throw new StorageProblem(problem.code, new Error(`${file}: ${message}`));
  }
}

/** The key of this name that all processes on all hosts share; the first caller creates it. */
export async function storedKey({ db }: Database, name: string): Promise<string> {
  const find = () => db.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known) return known.value;
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('keys')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return present(await find(), name).value;
}
