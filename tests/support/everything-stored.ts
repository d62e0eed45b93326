import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../../src/platform/database/database.server.ts';

/** Every row of every table as one text; a table that is added later is read too. */
export async function everyRow({ db, engine }: Database): Promise<string> {
  const tables = await (engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  ).execute(db);
  const rows = await Promise.all(tables.rows.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
  expect(tables.rows.length).toBeGreaterThan(20);
  return JSON.stringify(rows.map((found) => found.rows));
}

/** Every byte of the data folder: database, its write-ahead log, mails. */
export async function everyByte(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')));
  return texts.join('\n');
}
