import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a version remembers of its prerendered pages, so that the next one can take over those that stay the same. */
export interface MadePages {
  /** Stamp of what all pages hang on: code, settings, words, day. */
  sharedInputsHash: string;
  /** By address. */
  pages: Record<string, MadePage>;
}

/**
 * One page: a stamp of what it hangs on besides, when that is known, and the addresses of the pictures it shows first.
 */
export interface MadePage {
  key?: string;
  images: string[];
}

const NAME = 'pages.json';

/**
 * Reads what a version remembers; nothing when it remembers nothing, or was made on another ground than the one given.
 */
export function readMadePages(versionDir: string, sharedInputsHash?: string): Map<string, MadePage> {
  const file = join(versionDir, NAME);
  if (!existsSync(file)) return new Map();
  const made = JSON.parse(readFileSync(file, 'utf8')) as MadePages;
  return new Map(
    sharedInputsHash === undefined || made.sharedInputsHash === sharedInputsHash ? Object.entries(made.pages) : [],
  );
}

/** Writes it into the folder of a version. */
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
