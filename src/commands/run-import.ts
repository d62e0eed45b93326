import { dirname } from 'node:path';
import { type ContentWriter, changeFile } from '../content/changes/change-file.server.ts';
import { contentWriterOf } from '../content/history/content-writer.server.ts';
import type { PendingEvent } from '../features/crm/crm.ts';
import { handledCrmEvents, pendingCrmEvents } from '../features/import/crm-events.server.ts';
import { knownIds } from '../features/import/import-ids.server.ts';
import { type ImportResult, importProperties } from '../features/import/import-properties.server.ts';
import { withPictureFolders } from '../features/import/pictures.server.ts';
import type { Importer } from '../importers/importer.ts';
import type { Database } from '../platform/database/database.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { GuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import { recordOf } from '../platform/values/values.ts';
import { fetchExport, readExport } from './read-export.ts';

/** An import as it was asked for. */
export interface ImportRun {
  database: Database;
  settings: Environment;
  importer: Importer;
  request: GuardedFetch;
  /** File or folder of the export; undefined = it is fetched from the CRM. */
  path: string | undefined;
  isFolder: boolean;
  /** Folder of pictures without a URL; undefined = beside the export. */
  pictures: string | undefined;
  dryRun: boolean;
  force: boolean;
  /** Properties whose implausible values are right. */
  accept: readonly string[];
  /** Fields of the columns of a table, which are stored in settings/import.json. */
  columns: Readonly<Record<string, string>>;
  /** Reads every known property, also those of which the CRM sent no event. */
  all: boolean;
  onPicture(done: number, all: number): void;
}

/** Reads an export and imports it; the events of a CRM that it completed are noted as handled. */
export async function runImport(run: ImportRun): Promise<ImportResult> {
  const { database, settings, importer, request, path, isFolder, pictures, dryRun, force, accept, onPicture } = run;
  const writer = contentWriterOf(database, settings);
  if (!dryRun) await storeColumns(writer, run.columns);
  const events = path === undefined ? await eventsFor(run) : [];
  const { reading, waiting } =
    path === undefined
      ? await fetchExport(importer, settings, request, events)
      : { reading: await readExport(importer, path, isFolder, { ...settings, columns: run.columns }), waiting: [] };
  const pictureDir = pictures ?? (isFolder && path !== undefined ? path : dirname(path ?? settings.dataDir));
  const result = await importProperties({
    ...{
      database,
      request,
      dataDir: settings.dataDir,
      source: importer.name,
      dryRun,
      force,
      accept,
      onPicture,
    },
    writer,
    reading: reading.ok && importer.name === 'csv' ? withPictureFolders(reading, pictureDir) : reading,
    pictureDir,
  });
  if (!result.ok || dryRun) return result;
  const late = new Set([...waiting, ...result.unfinished]);
  const done = events.filter(({ sourceId }) => !late.has(sourceId));
  await handledCrmEvents(database, importer.name, done);
  return result;
}

/** Stores which field a column of a table holds, for the imports that follow. */
async function storeColumns(writer: ContentWriter, columns: Readonly<Record<string, string>>): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  const by = { who: 'csv', source: 'import', why: 'columns of the table' } as const;
  await changeFile(writer, 'settings/import.json', by, (present) => {
    const before = recordOf(present);
    const fields = recordOf(before.fields);
    return { ...before, fields: { ...fields, csv: { ...recordOf(fields.csv), ...columns } } };
  });
}

/** The events that an import handles; with `all`, every property that the CRM ever gave counts as changed. */
async function eventsFor({ importer, database, all }: ImportRun): Promise<readonly PendingEvent[]> {
  if (!importer.fetchChanged) return [];
  const pending = await pendingCrmEvents(database, importer.name);
  if (!all) return pending;
  const has = new Set(pending.map(({ sourceId }) => sourceId));
  const known = await knownIds(database, importer.name);
  const longAgo = new Date(0).toISOString();
  const others = known.filter((sourceId) => !has.has(sourceId));
  return [
    ...pending,
    ...others.map((sourceId) => ({ sourceId, kind: 'changed' as const, happenedAt: longAgo, receivedAt: longAgo })),
  ];
}
