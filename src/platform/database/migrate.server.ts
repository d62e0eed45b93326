import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import type { Database } from './database.server.ts';
import { MIGRATIONS, type Migration } from './migrations/migrations.ts';
import type { Schema } from './schema.ts';

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
      const collided = ['23505', '42710', '42P07', 'XX000'].includes(String((error as { code?: unknown }).code));
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
