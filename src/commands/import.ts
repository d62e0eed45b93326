import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { Command, Option } from 'commander';
import { CrmProblem } from '../domain/crm/crm-connection.ts';
import { type ImportSettings, importSettings } from '../domain/settings/import-settings.ts';
import { decodeExport } from '../importers/decode-export.ts';
import { type ExportReading, IMPORTERS, type Importer } from '../importers/importer.ts';
import { describeProblem } from '../server/catalogue/content/content-problem.ts';
import { readJson } from '../server/catalogue/content/read-json.ts';
import { openCrmConnection } from '../server/operations/import/crm-http.ts';
import { type ImportResult, importProperties } from '../server/operations/import/import-properties.ts';
import { finishPublish } from '../server/operations/versions/finish-publish.ts';
import { publish } from '../server/operations/versions/publish.ts';
import { type Environment, environment } from '../server/platform/environment/environment.ts';
import { refuseOtherSite } from '../server/platform/environment/remembered-url.ts';
import { type GuardedFetch, openGuardedFetch } from '../server/platform/http/guarded-fetch.ts';
import { contentWriterOf } from '../server/services/content-history/content-writer.ts';
import { openProgress } from './progress.ts';
import { withNewDatabase } from './with-database.ts';

const MOST_LINES = 60;
const MOST_IDS = 3;

/** `import`: imports properties from a file of another program; an implausible file is rejected. */
export function importCommand(): Command {
  return new Command('import')
    .description('import properties from the export of a CRM; an export that cannot be trusted changes nothing')
    .argument('[path]', 'file or folder of the export; left out = it is fetched from the CRM')
    .addOption(
      new Option('--from <importer>', 'format of the export').choices(Object.keys(IMPORTERS)).makeOptionMandatory(),
    )
    .option('--pictures <folder>', 'folder of pictures without a URL; left out = beside the export')
    .option('--dry-run', 'only tell what would be added, changed and removed')
    .option('--force', 'also when more properties would be removed than settings/import.json allows')
    .option('--publish', 'then show what has changed')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 imported, 1 nothing was changed (see the message), 2 it could not run. Publish ' +
        'afterwards, or let "publish --watch" do it.',
    )
    .action(
      async (
        path: string | undefined,
        {
          from,
          pictures,
          dryRun,
          force,
          json,
          publish: show,
        }: { publish?: boolean; from: string; pictures?: string; dryRun?: boolean; force?: boolean; json?: boolean },
      ) => {
        process.exitCode = 2;
        const settings = environment();
        const importer = IMPORTERS[from]!;
        const request = openGuardedFetch(settings.outgoingRequests);
        const isFolder = path !== undefined && isFolderAt(path);
        const reading =
          path === undefined
            ? await fetchExport(importer, settings, request)
            : readExport(importer, path, isFolder, settings.contentDir);
        const progress = openProgress(!json);
        const result = await withNewDatabase((database) =>
          importProperties({
            database,
            request,
            writer: contentWriterOf(database, settings),
            dataDir: settings.dataDir,
            source: importer.name,
            reading,
            pictureDir: pictures ?? (isFolder ? path : dirname(path ?? settings.dataDir)),
            dryRun: dryRun ?? false,
            force: force ?? false,
            onPicture: (done, all) => progress.stage('pictures', done, all),
          }),
        ).finally(() => Promise.all([progress.close(), request.close()]));
        process.exitCode = result.ok ? 0 : 1;
        console.log(json ? JSON.stringify(result, null, 2) : wordsOf(result, dryRun ?? false));
        if (show && result.ok && !dryRun) await showChanges(settings);
      },
    );
}

/** Publishes what an import changed; the version before stays when the content cannot be used. */
async function showChanges(settings: Environment): Promise<void> {
  refuseOtherSite(settings);
  const result = await publish({ settings, projectDir: fileURLToPath(new URL('../..', import.meta.url)) });
  if (!result.ok && 'problems' in result)
    throw new Error(`Imported, but not shown: ${result.problems.map(describeProblem)[0] ?? result.output}`);
  if (!result.ok) throw new Error(`Imported, but not shown: ${result.message}`);
  if (result.built) await finishPublish(settings, result.versionId);
}

function isFolderAt(path: string): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) throw new Error(`There is no file or folder ${path}.`);
  return facts.isDirectory();
}

function readExport(importer: Importer, path: string, isFolder: boolean, contentDir: string): ExportReading {
  const names = isFolder
    ? readdirSync(path)
        .filter((name) => importer.endings.some((ending) => name.endsWith(ending)))
        .sort()
    : [path];
  if (names.length === 0)
    return { ok: false, problem: 'empty', message: `${path} holds no file ending in ${importer.endings.join(', ')}` };
  const decoded = names.map((name) => decodeExport(name, readFileSync(isFolder ? join(path, name) : name)));
  const reading = importer.read(
    decoded.map(({ file }) => file),
    settingsIn(contentDir),
  );
  const notes = decoded.flatMap(({ note }) => note ?? []);
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

/** Fetches the export from the CRM itself; a CRM that gives none changes nothing. */
async function fetchExport(
  importer: Importer,
  environment: Environment,
  request: GuardedFetch,
): Promise<ExportReading> {
  const { name, fetch } = importer;
  if (!fetch) throw new Error(`${name} is read from files: name the file or folder of the export.`);
  const settings = settingsIn(environment.contentDir);
  const options = settings.connections[name] ?? {};
  const connection = openCrmConnection({
    ...{ name, options, secrets: environment.crmSecrets, request },
    cacheDir: join(environment.dataDir, 'import', `${name}-responses`),
  });
  try {
    return importer.read(await fetch(connection), settings);
  } catch (error) {
    if (!(error instanceof CrmProblem)) throw error;
    return { ok: false, problem: error.problem, message: error.message };
  }
}

/** Equal notes of several properties in one line. */
function groupedNotes(notes: readonly { id: number; note: string }[]): string[] {
  return [...Map.groupBy(notes, ({ note }) => note)].map(([note, all]) => {
    const ids = all.slice(0, MOST_IDS).map(({ id }) => id);
    return all.length === 1
      ? `  ${ids[0]}  ${note}`
      : `  ${all.length} properties (${ids.join(', ')}${all.length > MOST_IDS ? ' …' : ''})  ${note}`;
  });
}

function wordsOf(result: ImportResult, isDry: boolean): string {
  if (!result.ok) return styleText('red', `Nothing was changed: ${result.message}.`);
  const { plan, pictures } = result;
  const lines = [
    ...plan.added.map((id) => styleText('green', `+ ${id}`)),
    ...plan.changed.map(({ id, fields }) => `~ ${id}  ${fields.join(', ')}`),
    ...plan.removed.map((id) => styleText('yellow', `- ${id}  gone`)),
    ...plan.skipped.map(({ id, why }) => styleText('red', `! ${id}  left as it was: ${why}`)),
    ...groupedNotes(plan.notes),
    ...pictures.failed.map(({ id, source, reason }) => `  ${id}  picture ${source} ${reason}`),
  ];
  const shown = lines.slice(0, MOST_LINES);
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more lines; --json has all.`);
  const { added, changed, removed, same, skipped } = plan;
  return [
    ...shown,
    ...result.notes.map((note) => styleText('yellow', `  ${note}`)),
    `${isDry ? 'Would be: ' : ''}${added.length} added, ${changed.length} changed, ${removed.length} ` +
      `gone, ${same} the same, ${skipped.length} left as they were; ${pictures.fetched} pictures fetched.`,
  ].join('\n');
}
