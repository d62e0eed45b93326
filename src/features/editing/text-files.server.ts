import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { isEditedFile, textDigest, textsOfFile } from '../../content/changes/change-texts.server.ts';
import {
  CONTENT_KIND_NAMES,
  CONTENT_KINDS,
  type ContentKindName,
  kindOfFile,
} from '../../content/fields/content-kind.ts';
import type { TextPlace } from '../../content/fields/text-places.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { type Localized, localizedOf } from '../../i18n/languages.ts';
import { openFileCache } from '../../platform/files/file-cache.server.ts';
import { ifExists } from '../../platform/log/error-facts.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Stale, staleTexts } from './text-states.ts';

/** What the history knows of content files. */
export interface TextHistory {
  /** Number and hash of the newest version of each file. */
  newest(): Promise<ReadonlyMap<string, { number: number; hash: string }>>;
  /** The texts of all versions of files, the oldest one first; null = the file was removed. */
  versions(files: readonly string[]): Promise<ReadonlyMap<string, readonly (string | null)[]>>;
}

/** What is kept of a content file between two requests. */
export interface TextFile {
  file: string;
  kind: ContentKindName;
  title: string | Localized | null;
  /** Who manages the property. */
  manager: string | null;
  /** The languages of each text, such as `fr,nl`. */
  shapes: readonly string[];
  stale: Stale;
  /** Digests of the present texts that something is stale against, by text and language. */
  digests: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

type Read = Omit<TextFile, 'stale' | 'digests'> & { hash: string };
type Changed = Pick<TextFile, 'stale' | 'digests'>;

const AT_ONCE = 200;
const NOTHING: Changed = { stale: new Map(), digests: new Map() };

/** The content files with texts, and what is stale in each: computed once for each state of a file. */
export type TextFiles = ReturnType<typeof openTextFiles>;

/** The texts of all files of the content, read again when a file or its history changes. */
export function openTextFiles({ contentDir, history }: { contentDir: string; history: TextHistory }) {
  const cache = openFileCache();
  const known = new Map<string, { state: string; changed: Changed }>();
  return {
    /** All files with texts, in the order of the kinds. */
    async list(): Promise<TextFile[]> {
      cache.lookAgain();
      const newest = await history.newest();
      const read: Read[] = [];
      for (const [at, file] of contentFiles(contentDir).entries()) {
        // A large agency has many files: others are served between.
        if (at % AT_ONCE === AT_ONCE - 1) await breathe();
        const one = ifExists(() => cache.of('texts', join(contentDir, file), (bytes) => readFile(file, bytes)));
        if (one && one.shapes.length > 0) read.push(one);
      }
      const stateOf = ({ file, hash }: Read) => `${newest.get(file)?.number ?? 0} ${hash}`;
      // A file that never changed since its first version has nothing that is stale.
      const hasChanged = ({ file, hash }: Read) => {
        const last = newest.get(file);
        return last !== undefined && (last.number > 1 || last.hash !== hash);
      };
      const wanted = read.filter((one) => hasChanged(one) && known.get(one.file)?.state !== stateOf(one));
      for (let from = 0; from < wanted.length; from += AT_ONCE) {
        const part = wanted.slice(from, from + AT_ONCE);
        const versions = await history.versions(part.map(({ file }) => file));
        for (const one of part) {
          const now = ifExists(() => readFileSync(join(contentDir, one.file), 'utf8'));
          const changed = changedIn(one.file, versions.get(one.file) ?? [], now);
          known.set(one.file, { state: stateOf(one), changed });
        }
        await breathe();
      }
      return read.map(({ hash: _hash, ...one }) => {
        const changed = hasChanged({ ...one, hash: _hash }) ? known.get(one.file)?.changed : undefined;
        return { ...one, ...(changed ?? NOTHING) };
      });
    },
    /** A file with its present texts; null when there is none that can be read. */
    async find(
      file: string,
    ): Promise<(Changed & { data: unknown; places: TextPlace[]; title: TextFile['title'] }) | null> {
      if (!isEditedFile(file)) return null;
      const now = ifExists(() => readFileSync(join(contentDir, file), 'utf8'));
      const data = now === null ? null : dataOf(file, now);
      if (now === null || data === null) return null;
      const versions = (await history.versions([file])).get(file) ?? [];
      return { data, places: textsOfFile(file, data), title: titleOf(data), ...changedIn(file, versions, now) };
    },
  };
}

/** The files of all kinds that the studio edits. */
export function contentFiles(contentDir: string): string[] {
  return CONTENT_KIND_NAMES.flatMap((name) => {
    const { where } = CONTENT_KINDS[name];
    if (!where.endsWith('/')) return [where];
    const names = ifExists(() => readdirSync(join(contentDir, where))) ?? [];
    return names
      .filter((one) => one.endsWith('.json') && !one.startsWith('.'))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((one) => where + one);
  });
}

const shapes = new Map<string, string>();

/** The same text for the same languages, so that thousands of files share it. */
function shapeOf({ texts }: TextPlace): string {
  const shape = Object.keys(texts).sort().join();
  const same = shapes.get(shape);
  if (same === undefined) shapes.set(shape, shape);
  return same ?? shape;
}

function readFile(file: string, bytes: Buffer): Read | null {
  const data = dataOf(file, bytes);
  const kind = kindOfFile(file);
  if (data === null || !kind) return null;
  const manager = recordOf(data).Manager;
  return {
    ...{ file, kind: kind.kind, title: titleOf(data) },
    manager: typeof manager === 'string' ? manager : null,
    shapes: textsOfFile(file, data).map(shapeOf),
    hash: createHash('sha256').update(bytes.toString()).digest('hex'),
  };
}

function dataOf(file: string, text: string | Buffer): object | null {
  const { data } = readJson(file, Buffer.from(text));
  return typeof data === 'object' ? data : null;
}

/** What a file is called in a list. */
function titleOf(data: unknown): TextFile['title'] {
  const fields = recordOf(data);
  for (const name of ['TypeDescription', 'title', 'name', 'MainTypeName']) {
    const title = fields[name];
    const texts = typeof title === 'string' ? title : localizedOf(title);
    if (texts !== null) return texts;
  }
  return null;
}

function changedIn(file: string, versions: readonly (string | null)[], now: string | null): Changed {
  const all = versions.at(-1) === now ? versions : [...versions, now];
  if (versions.length === 0 || all.length < 2) return NOTHING;
  const read = all.flatMap((text) => {
    const data = text === null ? null : dataOf(file, text);
    return data === null ? [] : [textsOfFile(file, data)];
  });
  const stale = new Map([...staleTexts(read)].filter(([, targets]) => Object.keys(targets).length > 0));
  const texts = (read.at(-1) ?? []).filter(({ id }) => stale.has(id));
  return {
    stale,
    digests: new Map(
      texts.map(({ id, texts: all }) => [
        id,
        Object.fromEntries(Object.entries(all).map(([language, text]) => [language, textDigest(text)])),
      ]),
    ),
  };
}
