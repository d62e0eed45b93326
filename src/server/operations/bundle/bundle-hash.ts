import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledRoute } from '../../../domain/content/bundled-route.ts';
import { readJson } from '../../catalogue/content/read-json.ts';
import type { FileCache } from '../../platform/files/file-cache.ts';
import { codeHashOf } from './code-hash.ts';

/**
 * Ten characters that are equal only for equal bundles: the code, the dependencies, and what Astro reads of a content
 * folder: languages and the paths of the route map. Neither texts, properties and tags nor SITE_URL are among them.
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
  const read = <T>(file: string) => readJson(file, readFileSync(join(contentDir, file))).data as T;
  const { enabledLanguages, defaultLanguage } = read<{ enabledLanguages: string[]; defaultLanguage: string }>(
    'settings/site.json',
  );
  const routes = read<Parameters<typeof bundledRoute>[0][]>('routes.json');
  const bundled = [enabledLanguages, defaultLanguage, routes.map((row) => bundledRoute(row, enabledLanguages))];
  return createHash('sha256')
    .update(codeHashOf({ projectDir, cache }))
    .update(JSON.stringify(bundled))
    .digest('hex')
    .slice(0, 10);
}
