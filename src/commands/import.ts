import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { firstError } from '../content/files/problems.ts';
import { type Claim, claimImport, markImportDue } from '../features/import/claim-import.server.ts';
import type { ImportResult } from '../features/import/import-properties.server.ts';
import { isColumnOf } from '../importers/csv.ts';
import type { Importer } from '../importers/importer.ts';
import { IMPORTERS } from '../importers/importers.ts';
import { type Environment, environment, refuseOtherSite } from '../platform/environment/environment.server.ts';
import { openGuardedFetch } from '../platform/http/guarded-fetch.server.ts';
import { present } from '../platform/values/values.ts';
import { finishPublish } from '../publish/finish-publish.ts';
import { publish } from '../publish/publish.ts';
import { importAsJson, importInWords } from './import-words.ts';
import { openProgress } from './progress.ts';
import { COMPRESSING, publishedInWords } from './publish.ts';
import { isFolderAt } from './read-export.ts';
import { type ImportRun, runImport } from './run-import.ts';
import { withNewDatabase } from './with-database.ts';

type RefusedClaim = Extract<Claim, { ok: false }>;

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
    .option('--force', 'also when the export lacks properties, columns or values that the import before had')
    .option('--accept <properties...>', 'properties whose odd values are right, by number or reference: 70001 K-101')
    .option(
      '--column <names...>',
      'read a column of a table as a field, now and later, such as "Vraagprijs=Price" (csv)',
      columnIn,
    )
    .option('--all', 'read every known property again, also those of which the CRM sent no event (sweepbright)')
    .option('--unless-within <minutes>', 'do nothing when another machine imported within these minutes', minutesIn)
    .option('--publish', 'then show what has changed')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 imported, 1 nothing was changed (see the message), 2 it could not run. Publish ' +
        'afterwards, or let "publish --watch" do it.',
    )
    .action(importNow);
}

/** The options as the command line gives them. */
interface ImportOptions {
  from: string;
  pictures?: string;
  dryRun?: boolean;
  force?: boolean;
  accept?: string[];
  column?: Record<string, string>;
  all?: boolean;
  unlessWithin?: number;
  publish?: boolean;
  json?: boolean;
}

async function importNow(path: string | undefined, options: ImportOptions): Promise<void> {
  process.exitCode = 2;
  const { dryRun = false, json = false } = options;
  const settings = environment();
  const importer = importerFor(path, options);
  const isFolder = path !== undefined && isFolderAt(path);
  const request = openGuardedFetch(settings.outgoingRequests);
  const progress = openProgress(!json);
  const result = await withNewDatabase((database) =>
    importOnClaim(
      {
        ...{ database, settings, importer, request, path, isFolder, dryRun },
        pictures: options.pictures,
        force: options.force ?? false,
        all: options.all ?? false,
        accept: options.accept ?? [],
        columns: options.column ?? {},
        onPicture: (done, of) => progress.stage('pictures', done, of),
      },
      options.unlessWithin ?? null,
    ),
  ).finally(() => Promise.all([progress.close(), request.close()]));
  if ('isDone' in result) {
    process.exitCode = result.isDone ? 0 : 1;
    return console.log(json ? JSON.stringify(result, null, 2) : `Nothing was imported: ${result.message}.`);
  }
  process.exitCode = result.ok ? 0 : 1;
  console.log(json ? importAsJson(result) : importInWords(result, dryRun));
  if (options.publish && result.ok && !dryRun) await showChanges(settings, json ? () => {} : console.log);
}

/** The importer of the options; throws a sentence for options that do not go with it. */
function importerFor(path: string | undefined, { from, all, column }: ImportOptions): Importer {
  const importer = present(IMPORTERS[from], from);
  if (all && (path !== undefined || !importer.fetchChanged))
    throw new Error('--all is for a CRM that sends events (sweepbright), without a path. Nothing was changed.');
  if (column && from !== 'csv') throw new Error('--column is for tables (csv). Nothing was changed.');
  return importer;
}

/** Imports, unless an import of the same source is running or another machine imported within these minutes. */
async function importOnClaim(run: ImportRun, everyMinutes: number | null): Promise<ImportResult | RefusedClaim> {
  const { database, settings, importer, dryRun } = run;
  const claim = dryRun ? null : await claimImport(database, importer.name, { everyMinutes });
  if (claim && !claim.ok) {
    // The event of the CRM that started this import still waits.
    if (importer.fetchChanged && !claim.isDone) await markImportDue(settings.dataDir, importer.name);
    return claim;
  }
  let result: ImportResult;
  try {
    result = await runImport(run);
  } catch (error) {
    await claim?.end(true);
    throw error;
  }
  await claim?.end(!result.ok);
  return result;
}

function columnIn(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  const [column, field] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || !isColumnOf(field))
    throw new InvalidArgumentError('write a column and a field, such as "Vraagprijs=Price"; the fields are in csv.md');
  return { ...before, [column]: field };
}

function minutesIn(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('write a whole number of minutes, such as 60');
  return Number(text);
}

/** Publishes what an import changed; the version before stays when the content cannot be used. */
async function showChanges(settings: Environment, say: (line: string) => void): Promise<void> {
  refuseOtherSite(settings);
  const result = await publish({
    settings,
    projectDir: fileURLToPath(new URL('../..', import.meta.url)),
    by: { source: 'import' },
  });
  if (!result.ok && 'problems' in result)
    throw new Error(`Imported, but not shown: ${firstError(result.problems) ?? result.output}`);
  // That is what somebody wanted, and no failure of the import.
  if (!result.ok && result.problem === 'held') return say(`Imported, but not shown: ${result.message}`);
  if (!result.ok) throw new Error(`Imported, but not shown: ${result.message}`);
  say(publishedInWords(result));
  if (!result.built) return;
  say(COMPRESSING);
  await finishPublish(settings, result.versionId);
}
