import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import PQueue from 'p-queue';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { writeAtomically } from '../../platform/files/write.server.ts';
import type { GuardedFetch } from '../../platform/http/guarded-fetch.server.ts';
import { openMediaIndex } from '../../platform/media/media-index.server.ts';
import { decodePicture, otherPictureKind, USABLE_PICTURE } from '../../platform/media/source-picture.server.ts';
import { textBefore } from '../../platform/text/excerpt.ts';
import type { ImportedPicture, ImportedProperty } from '../property/property.ts';
import { download, markAt } from './download.server.ts';
import type { NumberedProperty } from './import-ids.server.ts';

const PICTURE = /\.(?:jpe?g|png|webp|heic)$/i;
/** A name that is no path. */
const NAME = /^[^/\\.][^/\\]*$/;

/** The photographs in the folder of a property, in the order of their names; none without one. */
function picturesIn(pictureDir: string, name: string): ImportedProperty['pictures'] {
  const folder = join(pictureDir, name);
  if (!NAME.test(name) || !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((file) => PICTURE.test(file))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => ({ source: `${name}/${file}` }));
}

/**
 * Gives a property that names no photographs those of the folder with its reference or its key, beside the export. The
 * photographs belong to the export when one has such a folder.
 */
export function withPictureFolders<
  Reading extends { properties: readonly ImportedProperty[]; owned: readonly string[] },
>(reading: Reading, pictureDir: string): Reading {
  let hasFolder = false;
  const properties = reading.properties.map((property) => {
    if (property.pictures.length > 0) return property;
    const names = [String(property.facts.RecordFile ?? ''), property.sourceId];
    const pictures = names.map((name) => picturesIn(pictureDir, name)).find(({ length }) => length > 0);
    hasFolder ||= pictures !== undefined;
    return pictures ? { ...property, pictures } : property;
  });
  if (!hasFolder) return reading;
  return { ...reading, properties, owned: [...new Set([...reading.owned, 'XLargePictureItems'])] };
}

/** Where a photograph is, and its key where its URL changes. */
type PictureReference = Pick<ImportedPicture, 'source' | 'key'>;

/** Why a photograph cannot be used. */
interface Unusable {
  ok: false;
  reason: Remark;
}

/** Photographs of exports, stored in content/media/imported/ under the hash of their content. */
export interface PictureStore {
  /** Path below content/media/, without fetching anything; null when it was never fetched. */
  known(picture: PictureReference): string | null;
  /** Whether it is on the web under a URL that may hold another photograph since the day before. */
  isStale(picture: PictureReference): boolean;
  /** Why a file is not there, without fetching anything; null when it is, or when it is on the web. */
  absence(picture: PictureReference): Remark | null;
  /** Fetches it unless it is already stored; returns the reason when it cannot be used. */
  fetch(picture: PictureReference): Promise<{ ok: true; path: string } | Unusable>;
  close(): Promise<void>;
}

/** How many photographs are fetched at a time, and how many are fetched, decoded or stored. */
const [FETCHED_AT_ONCE, AT_ONCE] = [4, 8];
/** What is known is saved after so many new photographs, or this part of all. */
const [SAVED_AFTER, SAVED_PARTS] = [10, 20];
const MOST_BYTES = 64 * 1024 * 1024;
/** Exports hold placeholders of one pixel. */
const LEAST_PIXELS = 10;
const ABSENT = remark('REMARK_PICTURE_ABSENT');
const ENDINGS: readonly [string, string][] = [
  ['\xff\xd8\xff', 'jpg'],
  ['\x89PNG', 'png'],
  ['RIFF', 'webp'],
];

interface PictureStoreParts {
  contentDir: string;
  dataDir: string;
  pictureDir: string;
  request: GuardedFetch;
}

/** Opens the store; `pictureDir` holds the pictures that have no URL, and nothing outside of it is read. */
export function openPictureStore({ contentDir, dataDir, pictureDir, request }: PictureStoreParts): PictureStore {
  const memory = openMemory(join(dataDir, 'import', 'pictures.memory'));
  const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
  const today = new Date().toISOString().slice(0, 10);
  const queue = new PQueue({ concurrency: AT_ONCE });
  const fetches = new PQueue({ concurrency: FETCHED_AT_ONCE });
  const known = (picture: PictureReference) => {
    const path = memory.remembered.get(keyOf(pictureDir, picture))?.path;
    return path && existsSync(join(contentDir, 'media', path)) ? path : null;
  };
  const isStale = (picture: PictureReference) =>
    !picture.key &&
    isWeb(picture.source) &&
    known(picture) !== null &&
    memory.remembered.get(picture.source)?.day !== today;

  async function bytesOf(source: string): Promise<{ ok: true; bytes: Buffer; mark?: string } | Unusable> {
    if (isWeb(source)) return fetches.add(() => download(source, join(dataDir, 'import', 'parts'), request));
    const file = localFile(pictureDir, source);
    const bytes = file ? await readFile(file).catch(() => null) : null;
    return bytes ? { ok: true, bytes } : { ok: false, reason: ABSENT };
  }

  async function take(wanted: PictureReference): ReturnType<PictureStore['fetch']> {
    const found = await bytesOf(wanted.source);
    if (!found.ok) return found;
    const { bytes, mark } = found;
    const picture = await usablePicture(bytes);
    if (!picture.ok) return picture;
    const { path, facts } = picture;
    const isNew = await writeNew(join(contentDir, 'media', path), bytes);
    // The first publish need not read it again.
    if (isNew) await index.add(path, facts);
    await memory.add(keyOf(pictureDir, wanted), { path, ...(mark && { mark, day: today }) });
    return { ok: true, path };
  }

  /** Takes a photograph again when its server has another one under the URL; the old one stays when that fails. */
  async function takeAgain(picture: PictureReference, path: string): ReturnType<PictureStore['fetch']> {
    const before = memory.remembered.get(picture.source)?.mark;
    const mark = await fetches.add(() => markAt(picture.source, request));
    if (mark && before && mark !== before) {
      const result = await take(picture);
      if (result.ok) return result;
    }
    memory.remembered.set(picture.source, { path, day: today, ...((before || mark) && { mark: before || mark }) });
    return { ok: true, path };
  }

  return {
    known,
    isStale,
    absence(picture) {
      if (isWeb(picture.source) || known(picture)) return null;
      const file = localFile(pictureDir, picture.source);
      return file && existsSync(file) ? null : ABSENT;
    },
    async fetch(picture) {
      const path = known(picture);
      if (path && isStale(picture)) return queue.add(() => takeAgain(picture, path));
      return path ? { ok: true, path } : queue.add(() => take(picture));
    },
    async close() {
      await Promise.all([memory.save(), index.close()]);
    },
  };
}

const isWeb = (source: string) => /^https?:\/\//i.test(source);

function localFile(pictureDir: string, source: string): string | null {
  const file = resolve(pictureDir, source.replaceAll('\\', '/'));
  return file.startsWith(resolve(pictureDir) + sep) ? asWritten(file) : null;
}

/** What a photograph is remembered by; on disk with its size and date, because it may be replaced under its name. */
function keyOf(pictureDir: string, { source, key }: PictureReference): string {
  if (key) return key;
  if (isWeb(source)) return source;
  const file = localFile(pictureDir, source);
  const facts = file ? statSync(file, { throwIfNoEntry: false }) : null;
  return facts ? `${source} ${facts.size} ${facts.mtimeMs}` : source;
}

async function writeNew(file: string, bytes: Buffer): Promise<boolean> {
  if (existsSync(file)) return false;
  await writeAtomically(file, bytes);
  return true;
}

/** Where a photograph is stored, with the facts of its index; or why it cannot be used. */
async function usablePicture(bytes: Buffer) {
  const ending = ENDINGS.find(([head]) => bytes.toString('latin1', 0, head.length) === head)?.[1];
  // A photograph that was cut off is fetched again by the next import.
  const picture = bytes.length <= MOST_BYTES && ending !== undefined ? await decodePicture(bytes) : null;
  if (!picture) return { ok: false, reason: whyUnusable(bytes, ending) } as const;
  const { width, height } = picture;
  if (Math.min(width, height) < LEAST_PIXELS)
    return { ok: false, reason: remark('REMARK_PICTURE_TINY', { width, height }) } as const;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const name = hash.slice(0, 20);
  return { ok: true, path: `imported/${name.slice(0, 2)}/${name}.${ending}`, facts: { hash, ...picture } } as const;
}

function whyUnusable(bytes: Buffer, ending: string | undefined): Remark {
  const kind = otherPictureKind(bytes);
  if (kind) return remark('REMARK_PICTURE_KIND', { kind });
  return remark(ending ? 'REMARK_PICTURE_CUT' : 'REMARK_PICTURE_NONE', { usable: USABLE_PICTURE });
}

/** A file that is there, with capitals or accents as the folder writes them when they differ. */
function asWritten(file: string): string {
  if (existsSync(file)) return file;
  const plain = (name: string) => name.normalize('NFC').toLowerCase();
  const [folder, wanted] = [dirname(file), plain(basename(file))];
  const alike = existsSync(folder) ? readdirSync(folder).filter((name) => plain(name) === wanted) : [];
  const [only] = alike;
  return only !== undefined && alike.length === 1 ? join(folder, only) : file;
}

/** What is known of a photograph: its stored path, and what its server said of it on a day. */
interface StoredPhoto {
  path: string;
  mark?: string;
  day?: string;
}

/** What is known of all photographs, by their keys; kept in a file. */
function openMemory(file: string) {
  const remembered = new Map(readMemory(file));
  let unsaved = 0;
  async function save(): Promise<void> {
    unsaved = 0;
    const rows = [...remembered].map(([key, { path, mark, day }]) => [key, path, mark, day]);
    await writeAtomically(file, JSON.stringify(rows));
  }
  return {
    /** What is set here is written by the next save, at the latest when the store is closed. */
    remembered,
    /** Remembers a new photograph; the file is written now and then, so that an import that is killed continues. */
    async add(key: string, photo: StoredPhoto): Promise<void> {
      remembered.set(key, photo);
      unsaved += 1;
      if (unsaved >= Math.max(SAVED_AFTER, remembered.size / SAVED_PARTS)) await save();
    },
    save,
  };
}

function readMemory(file: string): [string, StoredPhoto][] {
  try {
    const rows = JSON.parse(readFileSync(file, 'utf8')) as [string, string, string?, string?][];
    return rows.map(([key, path, mark, day]) => [key, { path, ...(mark && { mark }), ...(day && { day }) }]);
  } catch {
    return [];
  }
}

/** Fetches the pictures of properties that are not stored yet; the URLs of those that failed have no query. */
export async function fetchPictures(
  properties: readonly NumberedProperty[],
  store: ReturnType<typeof openPictureStore>,
  onPicture: (done: number, all: number) => void,
): Promise<{ fetched: number; failed: { id: number; source: string; reason: Remark }[] }> {
  // One photograph may belong to several properties.
  const wanted = new Map(
    properties.flatMap(({ id, pictures }) =>
      pictures.map((picture) => [picture.key ?? picture.source, { id, picture }] as const),
    ),
  );
  const before = new Map([...wanted].map(([key, { picture }]) => [key, store.known(picture)]));
  const missing = [...wanted].filter(([key, { picture }]) => before.get(key) === null || store.isStale(picture));
  const failed: { id: number; source: string; reason: Remark }[] = [];
  let [done, fetched] = [0, 0];
  await Promise.all(
    missing.map(async ([key, { id, picture }]) => {
      const result = await store.fetch(picture);
      if (result.ok && result.path !== before.get(key)) fetched += 1;
      if (!result.ok) failed.push({ id, source: withoutQuery(picture.source), reason: result.reason });
      done += 1;
      onPicture(done, missing.length);
    }),
  );
  return { fetched, failed };
}

/** The pictures that are neither stored nor beside the export; those on the web are not asked for. */
export function absentPictures(
  properties: readonly NumberedProperty[],
  store: ReturnType<typeof openPictureStore>,
): { id: number; source: string; reason: Remark }[] {
  return properties.flatMap(({ id, pictures }) =>
    pictures.flatMap((picture) => {
      const reason = store.absence(picture);
      return reason ? [{ id, source: withoutQuery(picture.source), reason }] : [];
    }),
  );
}

/** A URL as a message shows it: what follows the question mark may be a signature. */
const withoutQuery = (url: string): string => textBefore(url, '?');
