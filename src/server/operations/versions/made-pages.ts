import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPacked } from '../../platform/files/packed-file.ts';

/** How a page of a version was made, with which the next version reuses unchanged pages. */
export interface MadePage {
  hash: string;
  /** The facts of the content that it used, sorted (catalogue/site/tracked-site.ts). */
  uses: readonly string[];
  /** Hash of the values of these facts. */
  key: string;
  /** The URLs of the pictures that it shows first. */
  images: readonly string[];
}

/** A page on the disk: many pages use the same facts besides their own, which have a colon in their names. */
type Row = [path: string, hash: string, key: string, common: number, own: string[], images: readonly string[]];

interface File {
  common: string[][];
  pages: Row[];
}

const NAME = 'made-pages.json';
const isOwn = (name: string) => name.includes(':');

/** Reads how the pages of a version were made; empty when that is unknown. */
export function readMadePages(versionDir: string): Map<string, MadePage> {
  try {
    const { common, pages } = JSON.parse(readPacked(join(versionDir, NAME)).toString()) as File;
    return new Map(
      pages.map(([path, hash, key, at, own, images]) => [
        path,
        { hash, key, images, uses: [...(common[at] ?? []), ...own].sort() },
      ]),
    );
  } catch {
    // Missing or damaged: all pages are made.
    return new Map();
  }
}

/** Writes how the pages were made into the folder of a version. */
export function writeMadePages(versionDir: string, pages: ReadonlyMap<string, MadePage>): void {
  const common = new Map<string, number>();
  const rows = [...pages].map(([path, { hash, key, uses, images }]): Row => {
    const shared = uses.filter((name) => !isOwn(name)).join('\n');
    if (!common.has(shared)) common.set(shared, common.size);
    return [path, hash, key, common.get(shared)!, uses.filter(isOwn), images];
  });
  const file: File = { common: [...common.keys()].map((names) => names.split('\n').filter(Boolean)), pages: rows };
  writeFileSync(join(versionDir, NAME), JSON.stringify(file));
}
