import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../content/files/read-json.server.ts';
import { CrmProblem, type PendingEvent } from '../features/crm/crm.ts';
import { openCrmConnection } from '../features/import/download.server.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import { type ImportSettings, importSettings } from '../features/import/settings.ts';
import { missingKeys } from '../features/webhook/push-lead.server.ts';
import { isCrmFormat } from '../features/webhook/settings.ts';
import type { Remark } from '../i18n/remark.server.ts';
import { isWorkbook, readWorkbook } from '../importers/csv-table.ts';
import { decodeExport, type ExportFile, type Importer } from '../importers/importer.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { GuardedFetch } from '../platform/http/guarded-fetch.server.ts';

/** Whether a path is a folder; throws a sentence when there is nothing. */
export function isFolderAt(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) throw new Error(`There is no file or folder ${path}.`);
  return facts.isDirectory();
}

/** Reads an export from a file, or from all files of a folder that the importer understands. */
export async function readExport(
  importer: Importer,
  path: string,
  isFolder: boolean,
  { contentDir, columns = {} }: { contentDir: string; columns?: Readonly<Record<string, string>> },
): Promise<ExportReading> {
  const names = isFolder
    ? readdirSync(path)
        .filter((name) => importer.endings.some((ending) => name.toLowerCase().endsWith(ending)))
        .sort()
    : [path];
  if (names.length === 0)
    return { ok: false, problem: 'empty', message: `${path} holds no file ending in ${importer.endings.join(', ')}` };
  const files: ExportFile[] = [];
  const notes: Remark[] = [];
  for (const name of names) {
    const bytes = readFileSync(isFolder ? join(path, name) : name);
    if (importer.name === 'csv' && isWorkbook(bytes)) {
      const sheets = await readWorkbook(name, bytes);
      if (typeof sheets === 'string') return { ok: false, problem: 'unparsable', message: sheets };
      files.push(...sheets);
      continue;
    }
    const { file, note } = decodeExport(name, bytes);
    files.push(file);
    if (note) notes.push(note);
  }
  const settings = settingsIn(contentDir);
  const fields = { ...settings.fields, csv: { ...settings.fields.csv, ...columns } };
  const reading = importer.read(files, { ...settings, fields });
  return reading.ok ? { ...reading, notes: [...notes, ...reading.notes] } : reading;
}

/** Parsed loosely: the import itself reports mistakes in the content. */
function settingsIn(contentDir: string): ImportSettings {
  const file = join(contentDir, 'settings/import.json');
  const known = statSync(file, { throwIfNoEntry: false })
    ? importSettings.safeParse(readJson('settings/import.json', readFileSync(file)).data)
    : null;
  return known?.success ? known.data : importSettings.parse({});
}

/**
 * Fetches the export from the CRM itself; a CRM that gives none changes nothing. A CRM without a list is asked for the
 * properties of these events; `waiting` are the IDs of those that could not be read.
 */
export async function fetchExport(
  importer: Importer,
  environment: Pick<Environment, 'contentDir' | 'dataDir' | 'crmSecrets'>,
  request: GuardedFetch,
  events: readonly PendingEvent[],
): Promise<{ reading: ExportReading; waiting: readonly string[] }> {
  const { name, fetch, fetchChanged } = importer;
  const missing = isCrmFormat(name) && (fetch || fetchChanged) ? missingKeys(name, environment.crmSecrets) : [];
  if (missing.length > 0) {
    const are = missing.length > 1 ? 'are' : 'is';
    const message = `${missing.join(' and ')} ${are} not set: put the keys of ${name} into .env`;
    return { reading: { ok: false, problem: 'refused', message }, waiting: [] };
  }
  const settings = settingsIn(environment.contentDir);
  const options = settings.connections[name] ?? {};
  const connection = openCrmConnection({
    ...{ name, options, secrets: environment.crmSecrets, request },
    cacheDir: join(environment.dataDir, 'import', `${name}-responses`),
  });
  try {
    if (fetch) return { reading: importer.read(await fetch(connection), settings), waiting: [] };
    if (!fetchChanged) throw new Error(`${name} is read from files: name the file or folder of the export.`);
    const { files, goneIds, unread } = await fetchChanged(connection, events, Date.now());
    const reading: ExportReading =
      files.length > 0
        ? importer.read(files, settings)
        : { ok: true, properties: [], owned: [], isPartial: true, notes: [] };
    const waiting = unread.map(({ sourceId }) => sourceId);
    const reasons = unread.map(({ why }) => why);
    const alarming = unread.filter(({ isExpected }) => !isExpected).map(({ why }) => why);
    if (!reading.ok) return { reading, waiting };
    return { reading: { ...reading, goneIds, unread: alarming, notes: [...reading.notes, ...reasons] }, waiting };
  } catch (error) {
    if (!(error instanceof CrmProblem)) throw error;
    return { reading: { ok: false, problem: error.problem, message: error.message }, waiting: [] };
  }
}
