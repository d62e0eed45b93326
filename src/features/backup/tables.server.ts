import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sql, type Transaction } from 'kysely';
import pg from 'pg';
import { extract } from 'tar-stream';
import * as z from 'zod';
import type { Database } from '../../platform/database/database.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { errorCode, errorMessage } from '../../platform/log/error-facts.ts';
import { recordOf } from '../../platform/values/values.ts';

/** One table of a backup: its name, its number of rows, and the sha-256 of its lines. */
const tableFacts = z.object({ name: z.string().regex(/^[a-z_0-9]+$/i), rows: z.number().int(), sha256: z.string() });

/** The manifest of a backup, first in the archive. */
const backupFacts = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of migrations that had been applied. */
  schema: z.number().int(),
  /** In the order in which they can be filled: referenced tables come first. */
  tables: z.array(tableFacts),
  content: z.boolean(),
});
export type BackupFacts = z.infer<typeof backupFacts>;

/** Unpacks a backup into an empty folder and verifies that it is complete; throws one plain sentence when it is not. */
export async function unpackBackup(source: string, folder: string): Promise<BackupFacts> {
  const archive = extract();
  const unpacked = (async () => {
    for await (const entry of archive) {
      const { name, type } = entry.header;
      if (type !== 'file' || !isOurs(name)) throw new Error(`it holds "${name}", which no backup of this program does`);
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }));
    }
  })();
  try {
    await Promise.all([pipeline(createReadStream(source), createGunzip(), archive), unpacked]);
    const facts = backupFacts.parse(JSON.parse(await readFile(join(folder, 'backup.json'), 'utf8')));
    for (const { name, sha256 } of facts.tables) {
      const hash = createHash('sha256');
      await pipeline(createReadStream(join(folder, 'tables', `${name}.jsonl`)), hash);
      if (hash.digest('hex') !== sha256) throw new Error(`its table ${name} is damaged`);
    }
    return facts;
  } catch (error) {
    const [code, message] = [errorCode(error), errorMessage(error)];
    if (code === 'ENOENT' && message.includes(source)) throw new Error(`There is no file ${source}.`);
    throw new Error(
      `${source} cannot be restored, nothing was changed: ` +
        `${error instanceof SyntaxError ? 'it is not whole' : message}`,
    );
  }
}

/** Whether the name is one that a backup contains; names that lead out of the folder are not. */
function isOurs(name: string): boolean {
  return (
    /^(backup\.json|secret|tables\/\w+\.jsonl|(mail|content)\/[^\0]+)$/.test(name) &&
    !name.includes('\\') &&
    name.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  );
}

/** Tables that every database creates for itself. */
const OWN = ['schema_lock', 'schema_versions'];
const ROWS_PER_READ = 1000;
const INT8 = 20;

type Rows = AsyncIterable<Record<string, unknown>> | Iterable<Record<string, unknown>>;

/** A database at one moment, while others continue to write. */
interface Snapshot {
  schema: number;
  tables: string[];
  rows(table: string): Rows;
  close(): Promise<void>;
}

/** Writes every table as it is at one moment into a folder, one line of JSON per row. */
export async function dumpTables(
  { file, url }: { file: string; url?: string | undefined },
  folder: string,
): Promise<Pick<BackupFacts, 'schema' | 'tables' | 'engine'>> {
  const snapshot = url ? await postgresSnapshot(url) : sqliteSnapshot(file);
  try {
    const tables: BackupFacts['tables'] = [];
    for (const name of snapshot.tables) {
      const hash = createHash('sha256');
      let rows = 0;
      const lines = async function* () {
        for await (const row of snapshot.rows(name)) {
          const line = `${JSON.stringify(row)}\n`;
          hash.update(line);
          rows += 1;
          yield line;
        }
      };
      await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 }));
      tables.push({ name, rows, sha256: hash.digest('hex') });
    }
    return { engine: url ? 'postgres' : 'sqlite', schema: snapshot.schema, tables };
  } finally {
    await snapshot.close();
  }
}

function sqliteSnapshot(file: string): Snapshot {
  const handle = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  // With the write-ahead log, a reader sees one moment for as long as its transaction lasts.
  handle.exec('begin');
  const names = handle
    .prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!' order by rowid",
    )
    .all();
  const { latest } = recordOf(handle.prepare('select max(version) as latest from schema_versions').get());
  return {
    schema: Number(latest),
    tables: names.map(({ name }) => String(name)).filter((name) => !OWN.includes(name)),
    rows: (table) => handle.prepare(`select * from "${table}"`).iterate(),
    close: async () => handle.close(),
  };
}

async function postgresSnapshot(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    types: {
      getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format as 'text')),
    },
  });
  await client.connect();
  await client.query('begin isolation level repeatable read read only');
  const { rows: names } = await client.query<{ name: string }>(
    'select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where ' +
      "n.nspname = current_schema() and c.relkind = 'r' order by c.oid",
  );
  const { rows: versions } = await client.query<{ latest: number }>(
    'select max(version) as latest from schema_versions',
  );
  return {
    schema: Number(versions[0]?.latest ?? 0),
    tables: names.map(({ name }) => name).filter((name) => !OWN.includes(name)),
    async *rows(table) {
      await client.query(`declare backup no scroll cursor for select * from "${table}"`);
      for (;;) {
        const { rows } = await client.query(`fetch ${ROWS_PER_READ} from backup`);
        yield* rows;
        if (rows.length < ROWS_PER_READ) break;
      }
      await client.query('close backup');
    },
    close: () => client.end(),
  };
}

const ROWS_PER_INSERT = 200;

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
        batch.push(suited(recordOf(JSON.parse(line)), kinds));
        if (batch.length === ROWS_PER_INSERT) await flush();
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
