import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { applyEdits, type JSONPath, modify, parse } from 'jsonc-parser';
import { asideOf, writeUnlessChanged } from '../../platform/files/write.server.ts';
import { isRecord } from '../../platform/values/values.ts';
import { readJson } from '../files/read-json.server.ts';

type Json = unknown;
interface Step {
  path: JSONPath;
  /** undefined = the member is removed. */
  value: Json;
}

/** The place of a new member among the keys that exist. */
export type PlaceOfKey = (keys: readonly string[], key: string) => number;

/**
 * The text of a JSON file with other data, by the smallest edits: lines of values that stay the same keep their bytes,
 * their order and their indentation. `place` is that of a new member of the whole; it comes last without one.
 */
export function editedText(text: string, after: Json, place: PlaceOfKey = (keys) => keys.length): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const tab = /^\t/m.test(text);
  const [, indent = '  '] = /\n( +)\S/.exec(text) ?? [];
  const formattingOptions = { insertSpaces: !tab, tabSize: tab ? 1 : indent.length, eol };
  return stepsBetween(parse(text), after).reduce((current, { path, value }) => {
    const key = path[0];
    const isTop = path.length === 1 && typeof key === 'string';
    const options = isTop ? { getInsertionIndex: (keys: string[]) => place(keys, key) } : {};
    return applyEdits(current, modify(current, path, value, { formattingOptions, ...options }));
  }, text);
}

/** The single changes that lead from one value to another; a list of another length is one change. */
export function stepsBetween(before: Json, after: Json, path: JSONPath = []): Step[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (isRecord(before) && isRecord(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      Object.hasOwn(after, key) && Object.hasOwn(before, key)
        ? stepsBetween(before[key], after[key], [...path, key])
        : [{ path: [...path, key], value: after[key] }],
    );
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((value, at) => stepsBetween(value, after[at], [...path, at]));
  return [{ path, value: after }];
}

const ASIDE = /^\.(.+)\.before$/;
/** Replacing a file takes microseconds: one that lies aside for longer was left by a process that was killed. */
const [LEFT_MS, LOOK_MS] = [2000, 100];

/**
 * Waits until no program is in the middle of replacing a content file, and puts back what a killed one took away.
 * Returns the files that were put back.
 */
export async function settleContent(contentDir: string): Promise<string[]> {
  const back: string[] = [];
  for (const { aside, file } of filesAside(contentDir, '')) {
    const [from, to] = [join(contentDir, aside), join(contentDir, file)];
    const sinceMs = () => Date.now() - (statSync(from, { throwIfNoEntry: false })?.ctimeMs ?? 0);
    while (existsSync(from) && sinceMs() < LEFT_MS) await pause(LOOK_MS);
    if (!existsSync(from)) continue;
    if (existsSync(to)) rmSync(from, { force: true });
    else {
      renameSync(from, to);
      back.push(file);
    }
  }
  return back;
}

function filesAside(contentDir: string, folder: string): { aside: string; file: string }[] {
  return readdirSync(join(contentDir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('.') || path === 'media' ? [] : filesAside(contentDir, path);
    const name = ASIDE.exec(entry.name)?.[1];
    return name ? [{ aside: path, file: join(folder, name) }] : [];
  });
}

/** Who changes content. */
export interface Author {
  /** Name of a person or a program. */
  who: string;
  source: 'import' | 'form' | 'command' | 'studio';
  /** Why, in a few words. */
  why: string;
  /** Number of the version that this change undoes. */
  undoes?: number;
}

/** What a file holds; `text` null = there is no such file, `by` null = it was changed by hand. */
export interface FileState {
  file: string;
  text: string | null;
  by: Author | null;
}

/** What a change of content needs. */
export interface ContentWriter {
  contentDir: string;
  /** Does something while nobody else changes this file by a writer. */
  locked<T>(file: string, work: () => Promise<T>): Promise<T>;
  /** Keeps states of files in the history; a state that is the newest one already is left out. */
  record(states: readonly FileState[]): Promise<void>;
}

const ATTEMPTS = 50;
const HALF_WRITTEN_MS = 100;
const HALF_WRITTEN_ATTEMPTS = 10;

/**
 * Changes a content file, the only way in which programs do it: it is locked and read again, `change` gives its new
 * data from the present data (null = there is no file), and only the lines of values that differ are written.
 * `undefined` leaves the file as it is, `null` removes it. `place` is that of a new field. Returns whether the file has
 * changed; throws when it is no valid JSON.
 */
export async function changeFile(
  writer: ContentWriter,
  file: string,
  by: Author,
  change: (present: unknown) => unknown,
  place?: PlaceOfKey,
): Promise<boolean> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await changeText(writer, file, by, (text) => {
        const present = text === null ? null : dataOf(file, text);
        const next = change(present);
        if (next === undefined || next === null) return next;
        return text === null ? `${JSON.stringify(next, null, 2)}\n` : editedText(text, next, place);
      });
    } catch (error) {
      // Some editors empty a file and write it in steps.
      if (!(error instanceof NoJson) || attempt === HALF_WRITTEN_ATTEMPTS) throw error;
      await pause(HALF_WRITTEN_MS);
    }
  }
}

/**
 * The same for the text of a file, which may be no JSON. The text before is in the history before it is replaced. An
 * editor knows nothing of the lock: what was saved meanwhile is read again.
 */
export function changeText(
  { contentDir, locked, record }: ContentWriter,
  file: string,
  by: Author,
  change: (present: string | null) => string | null | undefined,
): Promise<boolean> {
  const full = insideOf(contentDir, file);
  return locked(file, async () => {
    // A process was killed while it replaced the file.
    if (existsSync(asideOf(full)) && !existsSync(full)) renameSync(asideOf(full), full);
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [state, before] = [stateOf(full), textOf(full)];
      const after = change(before);
      if (after === undefined || after === before) return false;
      if (before !== null) await record([{ file, text: before, by: null }]);
      if (await writeUnlessChanged(full, after, (path) => stateOf(path) === state)) {
        await record([{ file, text: after, by }]);
        return true;
      }
    }
    throw new Error(`${file} changes all the time: nothing was written`);
  });
}

/** Keeps what a file holds in the history, as changed by hand; nothing else changes the file meanwhile. */
export function recordFile({ contentDir, locked, record }: ContentWriter, file: string): Promise<void> {
  const full = insideOf(contentDir, file);
  return locked(file, () => record([{ file, text: textOf(full), by: null }]));
}

class NoJson extends Error {}

/** Whether a file could not be changed because it is no valid JSON. */
export const isNoJson = (error: unknown): boolean => error instanceof NoJson;

function insideOf(contentDir: string, file: string): string {
  const [root, full] = [resolve(contentDir), resolve(contentDir, file)];
  if (!full.startsWith(`${root}/`) && !full.startsWith(`${root}\\`))
    throw new Error(`${file} is not in the content folder`);
  return full;
}

function stateOf(full: string): string {
  const facts = statSync(full, { throwIfNoEntry: false, bigint: true });
  return facts ? `${facts.ino} ${facts.size} ${facts.mtimeNs}` : '';
}

const textOf = (full: string): string | null =>
  statSync(full, { throwIfNoEntry: false }) ? readFileSync(full, 'utf8') : null;

function dataOf(file: string, text: string): unknown {
  const { data, problem } = readJson(file, Buffer.from(text));
  if (problem) throw new NoJson(`${file} cannot be changed, because it is no valid JSON: ${problem.found}`);
  return data;
}
