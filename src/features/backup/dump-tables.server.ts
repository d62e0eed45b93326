import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { BackupFacts } from './backup-archive.server.ts';

/** Tables that every database creates for itself. */
const OWN = ['schema_lock', 'schema_versions'];
const ROWS_AT_ONCE = 1000;
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
  const { latest } = handle.prepare('select max(version) as latest from schema_versions').get() as { latest: number };
  return {
    schema: latest,
    tables: names.map(({ name }) => String(name)).filter((name) => !OWN.includes(name)),
    rows: (table) => handle.prepare(`select * from "${table}"`).iterate() as Iterable<Record<string, unknown>>,
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
        const { rows } = await client.query(`fetch ${ROWS_AT_ONCE} from backup`);
        yield* rows;
        if (rows.length < ROWS_AT_ONCE) break;
      }
      await client.query('close backup');
    },
    close: () => client.end(),
  };
}
