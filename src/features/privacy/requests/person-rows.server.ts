import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.server.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { StorageProblem } from '../../../platform/database/storage-problem.ts';
import { PERSONAL_DATA, type PersonalData, personalDataTables } from '../personal-data.ts';

/** Every table has an entry: a new table without one is an error of the types here. */
const REGISTRY: Readonly<Record<keyof Schema, PersonalData>> = PERSONAL_DATA;

/** A condition on the rows of a table. */
export type Condition = RawBuilder<unknown>;

/** Number of rows by table, and the mails whose files have to be removed too. */
export interface DeletedRows {
  rows: Map<string, number>;
  mailIds: string[];
}

/** A column of a table, written with the name of the table. */
export const columnOf = (table: string, column: string) => sql.ref(`${table}.${column}`);

const belongsTo = (table: string, column: string, parent: string, where: Condition): Condition =>
  sql`${columnOf(table, column)} in (select ${columnOf(parent, 'id')} from ${sql.table(parent)} where ${where})`;

/** The rows of a table that belong to the person with these normalised email addresses; null when none can. */
export function rowsOfPerson(table: keyof Schema, emailAddresses: readonly string[]): Condition | null {
  const { emailAddress: columns = [], belongsTo: parents = [] } = REGISTRY[table];
  const own = columns.map((column) => sql`lower(${columnOf(table, column)}) in (${sql.join(emailAddresses)})`);
  const inherited = parents.flatMap((parent) => {
    const where = rowsOfPerson(parent.table, emailAddresses);
    return where ? [belongsTo(table, parent.column, parent.table, where)] : [];
  });
  const all = [...own, ...inherited];
  return all.length > 0 ? sql`(${sql.join(all, sql` or `)})` : null;
}

/** Deletes rows with the rows that belong to them, and empties the columns that point to them. */
export async function deleteRows(
  db: Kysely<Schema>,
  table: string,
  where: Condition,
  deleted: DeletedRows,
): Promise<void> {
  for (const [child, { belongsTo: parents = [] }] of personalDataTables)
    for (const parent of parents.filter((one) => one.table === table)) {
      const theirs = belongsTo(child, parent.column, table, where);
      if (!parent.forget) await deleteRows(db, child, theirs, deleted);
      else await sql`update ${sql.table(child)} set ${sql.ref(parent.column)} = null where ${theirs}`.execute(db);
    }
  if (table === 'outbox') {
    const mails = await sql<{ id: string }>`delete from outbox where ${where} returning id`.execute(db);
    deleted.mailIds.push(...mails.rows.map(({ id }) => id));
    return count(deleted, table, mails.rows.length);
  }
  const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
  count(deleted, table, Number(numAffectedRows ?? 0));
}

function count({ rows }: DeletedRows, table: string, number: number): void {
  rows.set(table, (rows.get(table) ?? 0) + number);
}

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
