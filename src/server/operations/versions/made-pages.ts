import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The record of a version's prerendered pages, with which the next version reuses unchanged pages. */
export interface MadePages {
  /** Hash of what all pages depend on: code, settings, labels, day. */
  sharedInputsHash: string;
  /** By path. */
  pages: Record<string, MadePage>;
}

/** One page: the key of its own inputs, when it has one, and the URLs of the pictures it shows first. */
export interface MadePage {
  key?: string;
  images: string[];
}

const NAME = 'pages.json';

/**
 * Reads the page record of a version; empty when there is none, or when its shared inputs differ from the given ones.
 */
export function readMadePages(versionDir: string, sharedInputsHash?: string): Map<string, MadePage> {
  const file = join(versionDir, NAME);
  if (!existsSync(file)) return new Map();
  const made = JSON.parse(readFileSync(file, 'utf8')) as MadePages;
  return new Map(
    sharedInputsHash === undefined || made.sharedInputsHash === sharedInputsHash ? Object.entries(made.pages) : [],
  );
}

/** Writes the page record into the folder of a version. */
export function writeMadePages(
  versionDir: string,
  sharedInputsHash: string,
  pages: ReadonlyMap<string, MadePage>,
): void {
  writeFileSync(
    join(versionDir, NAME),
    JSON.stringify({ sharedInputsHash, pages: Object.fromEntries(pages) } satisfies MadePages),
  );
}
