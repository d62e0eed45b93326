import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundleDirOf } from './bundle/make-bundle.ts';
import { openPageStore } from './page-store.ts';

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

const NAME = 'manifest.json';

/** Writes the manifest into the folder of a version. */
export const writeManifest = (versionDir: string, manifest: Manifest): void =>
  writeFileSync(join(versionDir, NAME), JSON.stringify(manifest));

/** When the manifest of a version was written, in milliseconds since 1970; undefined without one. */
export const writtenAt = (versionDir: string): number | undefined =>
  statSync(join(versionDir, NAME), { throwIfNoEntry: false })?.mtimeMs;

/** Whether the folder of a version has a manifest. */
export const hasManifest = (versionDir: string): boolean => existsSync(join(versionDir, NAME));

/** Reads the manifest of a version; null when there is none that can be read. */
export function readManifest(versionDir: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(versionDir, NAME), 'utf8')) as Manifest;
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
    paths: () => Object.keys(pages),
  };
}
