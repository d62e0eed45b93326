import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';
import { readPhotographs } from '../content/site/photographs.server.ts';
import type { Photo } from '../features/property/listing.ts';
import { readPacked } from '../platform/files/packed-files.server.ts';
import { type Memory, remembered } from '../platform/files/remembered.ts';
import { bundleDirOf } from './bundle/code-hash.ts';

/**
 * The pages of all versions below DATA_DIR, each in a file named by the hash of its content, so that equal pages of
 * several versions are one file. Beside a file lies its compressed form, `.br`.
 */
export interface PageStore {
  fileOf(hash: string): string;
  /** Stores a body and returns its hash; a body that is there already is not written again. */
  put(body: string | Uint8Array): string;
  /** Whether the file of a hash is there and not empty. */
  has(hash: string): boolean;
  /** Whether the file of a hash has that content; a damaged file is removed, so that the page is made again. */
  isWhole(hash: string): boolean;
  /** Removes what no version refers to, and what killed processes left; only while nothing else publishes. */
  prune(kept: ReadonlySet<string>): void;
}

const HASH_LENGTH = 40;

const HOUR_MS = 3_600_000;
const isUnfinished = (name: string) => !/^[0-9a-f]+(\.br)?$/.test(name);
const isOld = (file: string) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > HOUR_MS;

/** The hash under which a body is stored. */
export const hashOfPage = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);

/** Opens the store of a data folder; `known` are hashes that need not be looked for. */
export function openPageStore(dataDir: string, known = new Set<string>()): PageStore {
  const root = join(resolve(dataDir), 'pages');
  const fileOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2));
  const isThere = (hash: string) => (statSync(fileOf(hash), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const has = (hash: string) => {
    if (!known.has(hash) && isThere(hash)) known.add(hash);
    return known.has(hash);
  };
  return {
    fileOf,
    has,
    put(page) {
      const body = typeof page === 'string' ? Buffer.from(page) : page;
      const hash = hashOfPage(body);
      // Another process may have removed what was known.
      if (isThere(hash)) return hash;
      const file = fileOf(hash);
      mkdirSync(dirname(file), { recursive: true });
      // A file under its own name is always whole.
      const unfinished = `${file}.${process.pid}-${threadId}.new`;
      writeFileSync(unfinished, body);
      renameSync(unfinished, file);
      return hash;
    },
    isWhole(hash) {
      if (!isThere(hash)) return false;
      if (hashOfPage(readFileSync(fileOf(hash))) === hash) return true;
      for (const ending of ['', '.br']) rmSync(`${fileOf(hash)}${ending}`, { force: true });
      return false;
    },
    prune(kept) {
      for (const hash of known) if (!kept.has(hash)) known.delete(hash);
      if (!existsSync(root)) return;
      for (const folder of readdirSync(root))
        for (const name of readdirSync(join(root, folder))) {
          const file = join(root, folder, name);
          const isKept = kept.has(folder + name.slice(0, HASH_LENGTH - 2));
          if (!isKept || (isUnfinished(name) && isOld(file))) rmSync(file, { force: true });
        }
    },
  };
}

/** How a page of a version was made, with which the next version reuses unchanged pages. */
export interface MadePage {
  hash: string;
  /**
   * The facts of the content that it used (catalogue/site/tracked-site.ts), sorted: those that many pages use, one
   * array for all of these pages, and its own, which have a colon in their names.
   */
  common: readonly string[];
  own: readonly string[];
  /** Hash of the values of these facts. */
  key: string;
  /** The URLs of the pictures that it shows first. */
  images: readonly string[];
}

/** A page on the disk. */
type Row = [path: string, hash: string, key: string, common: number, own: readonly string[], images: readonly string[]];

interface File {
  common: (readonly string[])[];
  pages: Row[];
}

const MADE_PAGES_FILE = 'made-pages.json';
const isOwn = (name: string) => name.includes(':');

/** Reads how the pages of a version were made; empty when that is unknown. */
export function readMadePages(versionDir: string): Map<string, MadePage> {
  try {
    const { common, pages } = JSON.parse(readPacked(join(versionDir, MADE_PAGES_FILE)).toString()) as File;
    return new Map(
      pages.map(([path, hash, key, at, own, images]) => [path, { hash, key, images, common: common[at] ?? [], own }]),
    );
  } catch {
    // Missing or damaged: all pages are made.
    return new Map();
  }
}

/** Writes how the pages were made into the folder of a version. */
export function writeMadePages(versionDir: string, pages: ReadonlyMap<string, MadePage>): void {
  const places = new Map<readonly string[], number>();
  const rows = [...pages].map(([path, page]) => {
    const at = places.get(page.common) ?? places.size;
    places.set(page.common, at);
    return remembered(written, page, [at], () => rowOf(path, page, at));
  });
  const common = JSON.stringify([...places.keys()]);
  writeFileSync(join(versionDir, MADE_PAGES_FILE), `{"common":${common},"pages":[${rows.join(',')}]}`);
}

/** Most pages are those of the version before. */
const written: Memory<string> = new WeakMap();

const rowOf = (path: string, { hash, key, own, images }: MadePage, common: number): string =>
  JSON.stringify([path, hash, key, common, own, images] satisfies Row);

/**
 * Divides the names of facts into the common ones and a page's own; equal common ones are one array, that of `before`
 * where it has them.
 */
export function openUses(
  before: ReadonlyMap<string, MadePage>,
): (uses: readonly string[]) => Pick<MadePage, 'common' | 'own'> {
  const keyOf = (names: readonly string[]) => names.join('\n');
  const arrays = new Set([...before.values()].map(({ common }) => common));
  const known = new Map([...arrays].map((common) => [keyOf(common), common]));
  return (uses) => {
    const names = uses.filter((name) => !isOwn(name));
    const key = keyOf(names);
    const common = known.get(key) ?? names;
    known.set(key, common);
    return { common, own: uses.filter(isOwn) };
  };
}

/** What a version consists of; written last, so that a version without it is not complete. */
export interface Manifest {
  /** The bundle that renders its pages and handles its requests. */
  bundle: string;
  /** Hash of the content and the code, without the history of the properties. */
  madeOf: string;
  /** The public URL for which its pages were made. */
  siteUrl: string;
  /** Hash of each page, by its path. */
  pages: Record<string, string>;
}

const MANIFEST_FILE = 'manifest.json';

/** Writes the manifest into the folder of a version. */
export const writeManifest = (versionDir: string, manifest: Manifest): void =>
  writeFileSync(join(versionDir, MANIFEST_FILE), JSON.stringify(manifest));

/** When the manifest of a version was written, in milliseconds since 1970; undefined without one. */
export const writtenAt = (versionDir: string): number | undefined =>
  statSync(join(versionDir, MANIFEST_FILE), { throwIfNoEntry: false })?.mtimeMs;

/** Whether the folder of a version has a manifest. */
export const hasManifest = (versionDir: string): boolean => existsSync(join(versionDir, MANIFEST_FILE));

/** Reads the manifest of a version; null when there is none that can be read. */
export function readManifest(versionDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(versionDir, MANIFEST_FILE), 'utf8')) as Manifest;
  } catch {
    return null;
  }
}

/** Whether nothing of a version is missing or damaged on the disk: its manifest, its bundle and each of its pages. */
export function isWhole(versionDir: string): boolean {
  const manifest = readManifest(versionDir);
  const dataDir = dataDirOf(versionDir);
  if (!manifest || !existsSync(join(bundleDirOf(dataDir, manifest.bundle), 'server/entry.mjs'))) return false;
  const store = openPageStore(dataDir);
  // Each is looked at, because one that is damaged is removed.
  const damaged = [...new Set(Object.values(manifest.pages))].filter((hash) => !store.isWhole(hash));
  return damaged.length === 0;
}

/** The data folder that holds a version. */
const dataDirOf = (versionDir: string): string => resolve(versionDir, '../..');

/** The server bundle of a version, and the files it shows. */
export interface VersionFiles {
  /** The program that handles requests. */
  serverEntry: string;
  /** The file at a decoded path; null when there is none. */
  fileAt(path: string): string | null;
  /** The photographs of some properties, by their number. */
  photographs(ids: ReadonlySet<number>): ReadonlyMap<number, readonly Photo[]>;
  /** The paths of its pages and rendered files. */
  paths(): string[];
}

/** Opens the files of a version; throws when its manifest or its bundle is missing. */
export function openVersionFiles(versionDir: string): VersionFiles {
  const manifest = readManifest(versionDir);
  if (!manifest) throw new Error(`The version ${versionDir} has no manifest.json that can be read: publish again`);
  const dataDir = dataDirOf(versionDir);
  const store = openPageStore(dataDir);
  const bundleDir = bundleDirOf(dataDir, manifest.bundle);
  const serverEntry = join(bundleDir, 'server/entry.mjs');
  if (!existsSync(serverEntry)) throw new Error(`The bundle of the version ${versionDir} is missing: publish again`);
  // Used as it was read: a map of all pages would stop the running site for longer.
  const { pages } = manifest;
  return {
    serverEntry,
    fileAt(path) {
      const hash = Object.hasOwn(pages, path) ? pages[path] : undefined;
      if (hash !== undefined) return store.fileOf(hash);
      // Pages come from the store alone; hidden files and parent folders are never served.
      const isHidden = path.endsWith('/') || path.split('/').some((segment) => segment.startsWith('.'));
      return isHidden ? null : join(bundleDir, 'client', path);
    },
    photographs: readPhotographs.bind(null, versionDir),
    paths: () => Object.keys(pages),
  };
}
