import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPacked } from '../platform/files/packed-file.server.ts';

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

const NAME = 'made-pages.json';
const isOwn = (name: string) => name.includes(':');

/** Reads how the pages of a version were made; empty when that is unknown. */
export function readMadePages(versionDir: string): Map<string, MadePage> {
  try {
    const { common, pages } = JSON.parse(readPacked(join(versionDir, NAME)).toString()) as File;
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
  const rows = [...pages].map(([path, { hash, key, common, own, images }]): Row => {
    const at = places.get(common) ?? places.size;
    places.set(common, at);
    return [path, hash, key, at, own, images];
  });
  const file: File = { common: [...places.keys()], pages: rows };
  writeFileSync(join(versionDir, NAME), JSON.stringify(file));
}

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
