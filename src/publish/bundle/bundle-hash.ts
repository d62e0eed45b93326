import { createHash } from 'node:crypto';
import { readBundledContent } from '../../content/files/bundled-routes.server.ts';
import type { FileCache } from '../../platform/files/file-cache.server.ts';
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
  const { enabledLanguages, defaultLanguage, routes } = readBundledContent(contentDir);
  return createHash('sha256')
    .update(codeHashOf({ projectDir, cache }))
    .update(JSON.stringify([enabledLanguages, defaultLanguage, routes]))
    .digest('hex')
    .slice(0, 10);
}
