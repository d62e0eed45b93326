import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportResult, importProperties } from '../../src/features/import/import-properties.server.ts';
import { importSettings } from '../../src/features/import/settings.ts';
import { csv } from '../../src/importers/csv.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english, type Said } from './english.ts';
import { testFolder } from './folder.ts';
import { copySmallContent } from './small-content.ts';

/** Row of a table: values by the name of their column. */
export type TableRow = Readonly<Record<string, string>>;
/** The result of an import that was done. */
export type Done = Said<Extract<ImportResult, { ok: true }>>;

interface Table {
  contentDir: string;
  dataDir: string;
  exportDir: string;
  /** Imports these rows as a CSV file. */
  run(
    rows: readonly TableRow[],
    options?: { force?: boolean; accept?: (number | string)[] },
  ): Promise<Said<ImportResult>>;
  /** The same, where the import must succeed. */
  done(rows: readonly TableRow[], options?: { force?: boolean; accept?: (number | string)[] }): Promise<Done>;
  /** What the file of a property holds. */
  property(id: number): Record<string, unknown>;
}

/** A row with what every property needs. */
export const rowOf = (id: number | string, more: TableRow = {}): TableRow => ({
  ...{ ID: String(id), RecordFile: `T-${id}`, Goal: '0', WebIDs: '1', 'TypeDescription.nl': `Huis ${id}` },
  ...{ Price: '300000', PublishAddress: 'nee', Street: 'Dreef', HouseNumber: '1', Zip: '1860', 'City.nl': 'Meise' },
  ...more,
});

const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;

/** A small agency that imports tables. */
export function openTable(): Table {
  const root = testFolder();
  const [contentDir, dataDir, exportDir] = ['content', 'data', 'export'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const dir of [contentDir, exportDir]) mkdirSync(dir);
  copySmallContent(contentDir, {});
  const table: Table = {
    contentDir,
    dataDir,
    exportDir,
    async run(rows, options = {}) {
      const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
      const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
      const text = lines.map((line) => line.map(quoted).join(';')).join('\r\n');
      const database = await openDatabase({ dataDir });
      const result = await importProperties({
        ...{ database, dataDir, source: 'csv', pictureDir: exportDir, request: openGuardedFetch('any') },
        reading: csv.read([{ name: 'panden.csv', text }], importSettings.parse({})),
        writer: { contentDir, locked: (_file, work) => work(), record: async () => {} },
        ...options,
      }).finally(() => database.close());
      return english(result);
    },
    async done(rows, options) {
      const result = await table.run(rows, options);
      if (!result.ok) throw new Error(result.message);
      return result;
    },
    property: (id) => JSON.parse(readFileSync(join(contentDir, `properties/${id}.json`), 'utf8')),
  };
  return table;
}
