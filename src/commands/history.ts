import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { checkContent } from '../content/check/check-content.server.ts';
import { describeProblem } from '../content/files/problems.ts';
import { type ContentVersion, contentVersions, textOfVersion } from '../content/history/content-history.server.ts';
import { contentWriterOf, recordFolder } from '../content/history/content-writer.server.ts';
import {
  changesInWords,
  restoreVersion,
  type Undone,
  undoChange,
  valueInWords,
} from '../content/history/undo-change.server.ts';
import { changedFields, takenFields } from '../features/import/property-file.server.ts';
import { type Environment, environment } from '../platform/environment/environment.server.ts';
import { recordOf } from '../platform/values/values.ts';
import { withNewDatabase } from './with-database.ts';

const MOST = 20;
const MOST_CHANGES = 4;

/** `history [file]`: lists the changes of a content file, or the last changes of all files. */
export function historyCommand(): Command {
  return new Command('history')
    .description('list who changed a file of the content, when and what; without a file the last changes of all')
    .argument('[file]', 'such as properties/1001.json')
    .option('--most <number>', 'how many changes', wholeNumber, MOST)
    .option('--show <number>', 'print the text of this version')
    .option('--json', 'print the changes as JSON')
    .action(async (path: string | undefined, { most, show, json }: { most: number; show?: string; json?: boolean }) => {
      const settings = environment();
      const file = path && contentPath(settings, path);
      await withNewDatabase(async (database) => {
        await recordFolder(database, settings);
        if (file && show !== undefined) {
          const text = await textOfVersion(database, file, wholeNumber(show));
          if (typeof text !== 'string') throw new Error(`${file} has no text as version ${show}.`);
          return console.log(text);
        }
        const versions = await contentVersions(database, { file, most });
        if (json) return console.log(JSON.stringify(versions, null, 2));
        if (versions.length === 0) process.exitCode = 1;
        for (const version of versions) {
          console.log(lineOf(version, !file));
          for (const change of await changesInWords(database, version, MOST_CHANGES)) console.log(`    ${change}`);
        }
        if (versions.length === 0) console.log(file ? `The history has no file ${file}.` : 'The history is empty.');
      });
    });
}

/** `undo <file>`: takes back one change of a content file. */
export function undoCommand(): Command {
  return new Command('undo')
    .description('take back the last change of a file of the content; what was changed after it stays')
    .argument('<file>', 'such as properties/1001.json')
    .option('--version <number>', 'take back this change instead, as "history <file>" lists it', wholeNumber)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit code: 0 undone, 1 nothing was changed (see the message).')
    .action((path: string, { version, json }: { version?: number; json?: boolean }) =>
      changed(path, json, (database, writer, file) => undoChange(database, writer, file, { number: version, ...me() })),
    );
}

/** Writes a content file as it was in a version. */
export function restoreFile(path: string, version: string, json?: boolean): Promise<void> {
  const number = wholeNumber(version);
  return changed(path, json, (database, writer, file) => restoreVersion(database, writer, file, { number, ...me() }));
}

const me = () => ({ who: userInfo().username, source: 'command' as const });

type Change = (
  database: Parameters<typeof undoChange>[0],
  writer: Parameters<typeof undoChange>[1],
  file: string,
) => Promise<Undone>;

async function changed(path: string, json: boolean | undefined, change: Change): Promise<void> {
  const settings = environment();
  const file = contentPath(settings, path);
  const before = propertyIn(settings, file);
  const result = await withNewDatabase((database) => change(database, contentWriterOf(database, settings), file));
  process.exitCode = result.ok ? 0 : 1;
  if (json) return console.log(JSON.stringify(result, null, 2));
  if (!result.ok) {
    console.error(result.message);
    for (const { field, wanted, present } of 'conflicts' in result ? result.conflicts : [])
      console.error(`  ${field}: is ${valueInWords(present)} now, would be ${valueInWords(wanted)}`);
    return;
  }
  console.log(result.changed ? `${file} is written.` : `${file} is already so: nothing was written.`);
  if (result.changed) for (const line of nextImport(file, before, propertyIn(settings, file))) console.log(line);
  const { problems } = await checkContent(settings);
  for (const problem of problems.filter((one) => one.file === file)) console.log(describeProblem(problem));
}

type Data = Readonly<Record<string, unknown>>;

/** The property that a content file holds now; null when it holds none. */
function propertyIn({ contentDir }: Environment, file: string): Data | null {
  if (!/^properties\/\d+\.json$/.test(file)) return null;
  try {
    return recordOf(JSON.parse(readFileSync(join(contentDir, file), 'utf8')));
  } catch {
    return null;
  }
}

/** What the next import does with a property that came from one, after it was written by hand. */
function nextImport(file: string, before: Data | null, now: Data | null): string[] {
  if (typeof now?.Source !== 'string') return [];
  const name = `${basename(file, '.json')} comes from ${now.Source}`;
  if (!before) return [`${name}; the next import removes it again, unless the export has it.`];
  const own = takenFields(now);
  const fields = changedFields(before, now).filter((field) => field !== 'EditorFields' && !own.has(field));
  return fields.length > 0
    ? [`${name}; the next import may replace ${fields.join(', ')}: name them in EditorFields to keep them.`]
    : [];
}

/** The path of a file inside the content folder, as the history names it. */
function contentPath({ contentDir }: Environment, path: string): string {
  const inContent = (full: string) => relative(contentDir, full).split(sep).join('/');
  const fromHere = inContent(resolve(path));
  // People write the name of the folder, wherever they are.
  const named = path.startsWith(`${basename(contentDir)}/`) ? path.slice(basename(contentDir).length + 1) : path;
  const found = isAbsolute(path) || !fromHere.startsWith('..') ? fromHere : named;
  if (found.startsWith('..')) throw new Error(`${path} is not in the content folder ${contentDir}.`);
  return found;
}

function lineOf({ file, number, at, who, source, why, isRemoval }: ContentVersion, withFile: boolean): string {
  const byHand = number === 1 ? 'as first seen' : 'by hand';
  const by = source === 'hand' ? byHand : [who, why].filter(Boolean).join(', ');
  const what = isRemoval ? ', removed' : '';
  const moment = `${at.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ')} UTC`;
  return `${withFile ? `${file}  ` : ''}version ${number}  ${moment}  ${by}${what}`;
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('it must be a whole number, such as 3');
  return Number(text);
}
