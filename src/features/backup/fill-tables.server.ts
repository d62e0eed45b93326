import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { BackupFacts } from './backup-archive.server.ts';

const ROWS_AT_ONCE = 200;

/** Fills the tables of an open database with those of an unpacked backup, all or nothing. */
export async function fillTables(database: Database, { tables }: BackupFacts, folder: string): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { name } of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(transaction);
    for (const { name, rows } of tables) {
      const kinds = await kindsOf(database, transaction, name);
      let filled = 0;
      let batch: Record<string, unknown>[] = [];
      const flush = async () => {
        if (batch.length > 0)
          await transaction
            .insertInto(name as keyof Schema)
            .values(batch as never)
            .execute();
        filled += batch.length;
        batch = [];
      };
      for await (const line of createInterface({ input: createReadStream(join(folder, 'tables', `${name}.jsonl`)) })) {
        batch.push(suited(JSON.parse(line) as Record<string, unknown>, kinds));
        if (batch.length === ROWS_AT_ONCE) await flush();
      }
      await flush();
      if (filled !== rows) throw new Error(`the table ${name} holds ${filled} rows instead of ${rows}`);
    }
  });
}

/** Number of rows that the database holds now in the tables of a backup, without the rows that every start writes. */
export async function rowsIn({ db }: Database, { tables }: BackupFacts): Promise<number> {
  let all = 0;
  for (const { name } of tables.filter((table) => !['keys', 'limits', 'used_tokens'].includes(table.name))) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    all += Number(rows[0]?.count ?? 0);
  }
  return all;
}

async function kindsOf(
  { engine }: Database,
  transaction: Transaction<Schema>,
  table: string,
): Promise<Map<string, string>> {
  if (engine === 'sqlite') return new Map();
  const { rows } = await sql<{ name: string; kind: string }>`
    select column_name as name, data_type as kind from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}`.execute(transaction);
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

// SQLite has no booleans; this conversion makes a backup of one engine fit the other.
function suited(row: Record<string, unknown>, kinds: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (kinds.size === 0) return [name, typeof value === 'boolean' ? Number(value) : value];
      return [name, kinds.get(name) === 'boolean' && typeof value === 'number' ? value === 1 : value];
    }),
  );
}
