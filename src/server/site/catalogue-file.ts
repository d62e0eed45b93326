import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalogue } from './site.ts';

const NAME = 'catalogue.json';

/** Writes the catalogue into the folder of a version. */
export function writeCatalogue(versionDir: string, catalogue: Catalogue): void {
  writeFileSync(join(versionDir, NAME), JSON.stringify(catalogue));
}

/** Reads the catalogue of a version. */
export function readCatalogue(versionDir: string): Catalogue {
  return JSON.parse(readFileSync(join(versionDir, NAME), 'utf8')) as Catalogue;
}
