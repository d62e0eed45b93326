import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A version holds all packages that it leans on: DATA_DIR can stand anywhere. Development takes them as they are. */
const WHOLE_BUNDLE = {
  name: 'whole-bundle',
  apply: 'build' as const,
  configEnvironment: (name: string) =>
    name === 'prerender' || name === 'ssr' ? { resolve: { noExternal: true as const } } : undefined,
};

/** Astro leaves the entry of the pages to whoever brings a prerenderer; ours runs in threads. */
const THREAD_ENTRY = {
  name: 'page-thread-entry',
  apply: 'build' as const,
  configEnvironment: (name: string) =>
    name === 'prerender'
      ? { build: { rolldownOptions: { input: fileURLToPath(new URL('./page-thread.ts', import.meta.url)) } } }
      : undefined,
};

/**
 * Leaves the entries of the collections in the file in `cacheDir` that Astro has put them in. As a part of the bundle, which they are
 * without this, they pass through the bundler: at 10,000 homes that takes 500 MB and three seconds more.
 */
const dataBesideBundle = (cacheDir: string) => ({
  name: 'data-beside-bundle',
  apply: 'build' as const,
  load: {
    order: 'pre' as const,
    filter: { id: /^\0astro:data-layer-content$/ },
    handler: () =>
      `import { readFileSync } from 'node:fs';\nexport default JSON.parse(readFileSync(${JSON.stringify(join(cacheDir, 'data-store.json'))}, 'utf8'));`,
  },
});

/** What a build asks of the bundler besides what Astro asks; development is left as it is. */
export const bundlePlugins = (cacheDir: string) => [WHOLE_BUNDLE, THREAD_ENTRY, dataBesideBundle(cacheDir)];
