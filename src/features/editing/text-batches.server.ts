import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Author, ContentWriter } from '../../content/changes/change-file.server.ts';
import {
  changeTexts,
  type EditedText,
  isEditedFile,
  type TextEdit,
  textDigest,
  textsOfFile,
} from '../../content/changes/change-texts.server.ts';
import { type ContentKindName, kindOfFile } from '../../content/fields/content-kind.ts';
import type { TextPlace } from '../../content/fields/text-places.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { ContentBatchRow } from '../../platform/database/schema.ts';
import { ifExists } from '../../platform/log/error-facts.ts';
import { findWords, patternOf, replacementFor, type WordSearch, withReplaced } from '../../platform/text/find-words.ts';
import { listOf } from '../../platform/values/values.ts';
import { type Editor, mayChange } from '../staff/rights.ts';
import { contentFiles } from './text-files.server.ts';

/** Somebody who changes texts. */
export type TextEditor = Editor & { name: string };
/** New texts of a file. */
interface FileEdits {
  file: string;
  edits: readonly TextEdit[];
}
/** What became of a text of a file. */
export type BatchText = EditedText & { file: string };

/** What a batch needs: the two versions around each of its changes come from the history. */
export interface BatchParts {
  database: Pick<Database, 'db'>;
  writer: ContentWriter;
  /** The text of the version before one, and of that one; undefined = no longer kept. */
  stepOf(
    file: string,
    number: number,
  ): Promise<{ before: string | null | undefined; after: string | null | undefined }>;
}

const whyOf = (id: string) => `batch ${id}`;
const byOf = ({ name }: TextEditor, why: string): Author => ({ who: name, source: 'studio', why });

/** Changes texts of many files as one action, which can be undone as one. */
export async function applyBatch(
  { database, writer }: BatchParts,
  { kind, what, editor }: { kind: ContentBatchRow['kind']; what: object; editor: TextEditor },
  files: readonly FileEdits[],
): Promise<{ id: string | null; texts: BatchText[] }> {
  const [id, at] = [newId(), new Date().toISOString()];
  const row = { id, kind, what: JSON.stringify(what), at, who: editor.name, changes: 0, undone_at: null };
  // Before the first change: a process that ends in the middle leaves a batch that can be undone.
  await database.db.insertInto('content_batches').values(row).execute();
  const texts: BatchText[] = [];
  for (const { file, edits } of files) {
    const done = await changeTexts(writer, { file, by: byOf(editor, whyOf(id)), editor }, edits);
    texts.push(...done.map((one) => ({ ...one, file })));
  }
  const saved = texts.filter(({ outcome }) => outcome === 'saved').length;
  const batches = database.db;
  if (saved === 0) await batches.deleteFrom('content_batches').where('id', '=', id).execute();
  else await batches.updateTable('content_batches').set({ changes: saved }).where('id', '=', id).execute();
  return { id: saved > 0 ? id : null, texts };
}

/** The last replacements, newest first; imports of files for translators exist in older databases. */
export const lastBatches = ({ db }: Pick<Database, 'db'>, most: number) =>
  db
    .selectFrom('content_batches')
    .selectAll()
    .where('kind', '=', 'replace')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** A batch; null when there is none with this ID. */
export const findBatch = async ({ db }: Pick<Database, 'db'>, id: string): Promise<ContentBatchRow | null> =>
  (await db.selectFrom('content_batches').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** Undoes a batch; texts that were changed again since are left and returned. */
export async function undoBatch(parts: BatchParts, batch: ContentBatchRow, editor: TextEditor): Promise<BatchText[]> {
  const { database, writer, stepOf } = parts;
  const versions = await database.db
    .selectFrom('content_versions')
    .select(['file', 'number'])
    .where('at', '>=', batch.at)
    .where('why', '=', whyOf(batch.id))
    .orderBy('file')
    .orderBy('number')
    .execute();
  const texts: BatchText[] = [];
  for (const { file, number } of versions) {
    const by = { ...byOf(editor, `undo of ${whyOf(batch.id)}`), undoes: number };
    const done = await changeTexts(writer, { file, by, editor }, editsBack(file, await stepOf(file, number)));
    texts.push(...done.map((one) => ({ ...one, file })));
  }
  const undone_at = new Date().toISOString();
  await database.db.updateTable('content_batches').set({ undone_at }).where('id', '=', batch.id).execute();
  return texts;
}

/** The edits that make the texts of a version what they were before it. */
function editsBack(
  file: string,
  { before, after }: { before: string | null | undefined; after: string | null | undefined },
): TextEdit[] {
  if (!before || !after) return [];
  const textsIn = (text: string) => textsOfFile(file, readJson(file, Buffer.from(text)).data);
  const earlier = new Map(textsIn(before).map((one) => [one.id, one.texts] as const));
  return textsIn(after).flatMap(({ id, texts }) => {
    const then = earlier.get(id);
    if (!then) return [];
    return [...new Set([...Object.keys(texts), ...Object.keys(then)])].flatMap((language) => {
      const [was, is] = [then[language] ?? '', texts[language] ?? ''];
      return was === is ? [] : [{ id, language, base: textDigest(is), text: was }];
    });
  });
}

/** What is replaced, and where. */
export interface Replacement extends WordSearch {
  replacement: string;
  /** Left out = in all of them. */
  language?: Language | undefined;
  kind?: ContentKindName | undefined;
}

/** A place where something is replaced, with what is around it. */
export interface FoundPlace {
  file: string;
  id: string;
  language: Language;
  /** Which match of the text it is, from 0. */
  at: number;
  /** Digest of the whole text. */
  base: string;
  trail: TextPlace['trail'];
  before: string;
  found: string;
  after: string;
  replaced: string;
}

const AROUND = 50;
const FILES_AT_ONCE = 100;
/** How much of a file is read as text before it is parsed. */
const PLAIN = /^[\p{L}\p{N} ]+$/u;

/** Every place where the words are found, at most `most`; `more` = there are others. */
export async function findPlaces(
  contentDir: string,
  search: Replacement,
  editor: Editor,
  most: number,
): Promise<{ places: FoundPlace[]; more: boolean }> {
  const pattern = patternOf(search);
  const places: FoundPlace[] = [];
  if (!pattern) return { places, more: false };
  const isPlain = PLAIN.test(search.find);
  for (const [at, file] of contentFiles(contentDir).entries()) {
    if (search.kind && kindOfFile(file)?.kind !== search.kind) continue;
    if (at % FILES_AT_ONCE === FILES_AT_ONCE - 1) await breathe();
    const text = textOf(join(contentDir, file));
    // Words without signs are in a JSON file as they are, unless it has escapes.
    if (text === null || (isPlain && !text.includes('\\u') && text.search(pattern) < 0)) continue;
    const { data } = readJson(file, Buffer.from(text));
    for (const place of textsOfFile(file, data))
      if (mayChange(editor, file, place.place, data)) places.push(...placesIn(file, place, pattern, search));
    if (places.length > most) return { places: places.slice(0, most), more: true };
  }
  return { places, more: false };
}

function placesIn(file: string, { id, texts, trail }: TextPlace, pattern: RegExp, search: Replacement): FoundPlace[] {
  return Object.entries(texts)
    .filter(([language]) => !search.language || search.language === language)
    .flatMap(([language, text]) =>
      findWords(text, pattern).map(({ start, end }, at) => {
        const found = text.slice(start, end);
        return {
          ...{ file, id, language, at, trail, found, base: textDigest(text) },
          before: beforeOf(text, start),
          after: afterOf(text, end),
          replaced: replacementFor(found, search.replacement, search.withCase),
        };
      }),
    );
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The words before a place. */
const beforeOf = (text: string, start: number) =>
  start <= AROUND
    ? onOneLine(text.slice(0, start))
    : `… ${onOneLine(text.slice(start - AROUND, start)).replace(/^\S*\s/, '')}`;

/** The words after a place. */
const afterOf = (text: string, end: number) =>
  text.length - end <= AROUND
    ? onOneLine(text.slice(end))
    : `${onOneLine(text.slice(end, end + AROUND)).replace(/\s\S*$/, '')} …`;

/** The name of a place in a form. */
export const placeName = ({
  file,
  id,
  language,
  at,
  base,
}: Pick<FoundPlace, 'file' | 'id' | 'language' | 'at' | 'base'>) => JSON.stringify([file, id, language, at, base]);

/**
 * The edits for the places that were chosen. A text that has changed since is given as it was shown, so that it is
 * left out.
 */
export function editsOf(contentDir: string, search: Replacement, chosen: readonly string[]): FileEdits[] {
  const pattern = patternOf(search);
  const byText = new Map<string, { file: string; id: string; language: string; base: string; at: Set<number> }>();
  for (const name of chosen) {
    const read = placeOf(name);
    if (!read) continue;
    const { at, ...text } = read;
    const key = JSON.stringify([read.file, read.id, read.language]);
    const known = byText.get(key) ?? { ...text, at: new Set<number>() };
    known.at.add(at);
    byText.set(key, known);
  }
  const byFile = new Map<string, FileEdits & { edits: FileEdits['edits'][number][] }>();
  for (const { file, id, language, base, at } of byText.values()) {
    const text = textOf(join(contentDir, file));
    const data = text === null ? null : readJson(file, Buffer.from(text)).data;
    const now = textsOfFile(file, data).find((one) => one.id === id)?.texts[language] ?? '';
    const matches = pattern ? findWords(now, pattern).filter((_, number) => at.has(number)) : [];
    const next = withReplaced(now, matches, search.replacement, search.withCase);
    const edits = byFile.get(file) ?? { file, edits: [] };
    edits.edits.push({ id, language, base, text: next });
    byFile.set(file, edits);
  }
  return [...byFile.values()];
}

function placeOf(name: string): Pick<FoundPlace, 'file' | 'id' | 'language' | 'at' | 'base'> | null {
  try {
    const [file, id, language, at, base] = listOf(JSON.parse(name));
    const texts = [file, id, language, base];
    if (!texts.every((one) => typeof one === 'string') || typeof at !== 'number' || !isEditedFile(String(file)))
      return null;
    return { file: String(file), id: String(id), language: String(language), at, base: String(base) };
  } catch {
    return null;
  }
}

const textOf = (full: string): string | null => ifExists(() => readFileSync(full, 'utf8'));
