import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from '../../catalogue/content/read-json.ts';
import type { FileCache } from '../../platform/files/file-cache.ts';
import { codeHashOf } from './code-hash.ts';

/** The files of a content folder that Astro needs to bundle the code: addresses, languages, and tags for the policy. */
const READ_BY_ASTRO = ['routes.json', 'settings/tracking.json'];

/**
 * Ten characters that are equal only for equal bundles: the code, the dependencies, and the settings that Astro reads
 * at build time. Neither texts and properties nor SITE_URL are among them.
 */
export function bundleHashOf({
  projectDir,
  contentDir,
  cache,
}: {
  projectDir: string;
  contentDir: string;
  cache?: FileCache | undefined;
}): string {
  const read = (file: string) => readJson(file, readFileSync(join(contentDir, file))).data;
  const { enabledLanguages, defaultLanguage } = read('settings/site.json') as Record<string, unknown>;
  return createHash('sha256')
    .update(codeHashOf({ projectDir, cache }))
    .update(JSON.stringify([enabledLanguages, defaultLanguage, ...READ_BY_ASTRO.map(read)]))
    .digest('hex')
    .slice(0, 10);
}
