import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../platform/database/database.server.ts';
import {
  type Author,
  type ContentWriter,
  changeText,
  editedText,
  recordFile,
  stepsBetween,
} from '../changes/change-file.server.ts';
import { mergeData } from '../changes/save-edit.server.ts';
import { type Conflict, valueAt } from '../fields/pointer.ts';
import { readJson } from '../files/read-json.server.ts';
import { type ContentVersion, contentVersions, textOfVersion } from './content-history.server.ts';

const MOST_CHARACTERS = 50;

/**
 * What a version changed, one line per field, at most `most` lines and one that counts the others.
 * @example ['Price: 410000 -> 399000']
 */
export async function changesInWords(
  database: Pick<Database, 'db'>,
  { file, number }: Pick<ContentVersion, 'file' | 'number'>,
  most: number,
): Promise<string[]> {
  const before = await database.db
    .selectFrom('content_versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('file', '=', file)
    .where('number', '<', number)
    .executeTakeFirst();
  if (!before?.number) return [];
  const texts = await Promise.all([before.number, number].map((one) => textOfVersion(database, file, Number(one))));
  const [old, now] = texts.map((text) => (text ? readJson(file, Buffer.from(text)) : null));
  if (!old || !now) return [];
  if (old.problem || now.problem) return [now.problem ? 'no valid JSON' : 'valid JSON again'];
  const steps = stepsBetween(old.data, now.data);
  if (steps.length === 0) return ['only blanks or the order of fields'];
  const lines = steps
    .slice(0, most)
    .map(({ path, value }) => `${path.join('.')}: ${valueInWords(valueAt(old.data, path))} -> ${valueInWords(value)}`);
  return steps.length > most ? [...lines, `and ${steps.length - most} more`] : lines;
}

/** A value as JSON, cut. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}

/** The result of undoing or restoring; without `ok` the file is as it was. */
export type Undone =
  | { ok: true; changed: boolean; number: number }
  | { ok: false; problem: 'nothing' | 'unknown' | 'first'; message: string }
  | { ok: false; problem: 'conflict'; message: string; conflicts: readonly Conflict[] };

type Who = Pick<Author, 'who' | 'source'>;

/**
 * Undoes one change of a file and keeps what was changed after it; without a number it is the last change that is not
 * undone yet. A field that was changed again since then is a conflict: nothing is written.
 */
export async function undoChange(
  database: Database,
  writer: ContentWriter,
  file: string,
  { number, who, source }: Who & { number?: number | undefined },
): Promise<Undone> {
  await recordFile(writer, file);
  const versions = await contentVersions(database, { file, most: Number.MAX_SAFE_INTEGER });
  const undone = number === undefined ? lastChange(versions) : versions.find((one) => one.number === number);
  if (!undone) return { ok: false, ...missing(file, versions, number) };
  // Versions between may have been thinned: the change is the step from the one that is kept.
  const before = versions.find((one) => one.number < undone.number);
  if (!before && versions.length === 1 && undone.source === 'hand')
    return { ok: false, problem: 'first', message: `${file} has no earlier version.` };
  const [theirs, wanted] = await Promise.all([
    textOfVersion(database, file, undone.number),
    before ? textOfVersion(database, file, before.number) : null,
  ]);
  let conflicts: readonly Conflict[] = [];
  const by: Author = { who, source, why: `undo of version ${undone.number}`, undoes: undone.number };
  const changed = await changeText(writer, file, by, (present) => {
    if (present === theirs) return wanted ?? null;
    const merged = mergeTexts(file, theirs ?? null, wanted ?? null, present);
    conflicts = merged.conflicts;
    return conflicts.length > 0 ? undefined : merged.text;
  });
  if (conflicts.length === 0) {
    await removeGone(writer, file, by);
    return { ok: true, changed, number: undone.number };
  }
  const message = `${file} was changed again where version ${undone.number} changed it: nothing was written.`;
  return { ok: false, problem: 'conflict', message, conflicts };
}

/** Writes a file as it was in a version, whatever it is now. */
export async function restoreVersion(
  database: Database,
  writer: ContentWriter,
  file: string,
  { number, who, source }: Who & { number: number },
): Promise<Undone> {
  const text = await textOfVersion(database, file, number);
  if (text === undefined) {
    const versions = await contentVersions(database, { file, most: Number.MAX_SAFE_INTEGER });
    return { ok: false, ...missing(file, versions, number) };
  }
  const by: Author = { who, source, why: `version ${number} again` };
  const changed = await changeText(writer, file, by, () => text);
  await removeGone(writer, file, by);
  return { ok: true, changed, number };
}

/** A property that is shown again is no longer gone: its copy in content/gone/ is removed. */
async function removeGone(writer: ContentWriter, file: string, by: Author): Promise<void> {
  const { 1: id } = /^properties\/(\d+)\.json$/.exec(file) ?? [];
  if (!id || !existsSync(join(writer.contentDir, file))) return;
  await changeText(writer, `gone/${id}.json`, by, (present) => (present === null ? undefined : null));
}

/** The newest change that is no undo and is not undone. */
function lastChange(versions: readonly ContentVersion[]): ContentVersion | undefined {
  const undone = new Set(versions.map(({ undoes }) => undoes));
  return versions.find(({ number, undoes }) => undoes === null && !undone.has(number));
}

function missing(file: string, versions: readonly ContentVersion[], number?: number) {
  const [newest, oldest] = [versions[0], versions.at(-1)];
  if (!newest || !oldest)
    return { problem: 'unknown' as const, message: `The history has no file ${file}: "history" lists what it has.` };
  if (number === undefined) return { problem: 'nothing' as const, message: `${file} has no change to undo.` };
  const message = `${file} has no version ${number}: its versions are ${oldest.number} to ${newest.number}.`;
  return { problem: 'unknown' as const, message };
}

function mergeTexts(
  file: string,
  base: string | null,
  wanted: string | null,
  present: string | null,
): { text: string | null; conflicts: readonly Conflict[] } {
  const [old, next, now] = [base, wanted, present].map((text) => (text === null ? null : dataOf(file, text)));
  const { data, conflicts } = mergeData(old, next, now);
  if (conflicts.length > 0 || data === null) return { text: null, conflicts };
  const text = present === null ? wanted : editedText(present, data);
  return { text, conflicts };
}

function dataOf(file: string, text: string): unknown {
  const { data, problem } = readJson(file, Buffer.from(text));
  if (!problem) return data;
  throw new Error(
    `${file} cannot be merged, because a version of it is no valid JSON (${problem.found}). Use "restore".`,
  );
}
