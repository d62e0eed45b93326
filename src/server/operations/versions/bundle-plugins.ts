import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A version holds all packages that it leans on: DATA_DIR can stand anywhere. Development takes them as they are. */
const WHOLE_BUNDLE: Plugin = {
  name: 'whole-bundle',
  apply: 'build',
  configEnvironment: (name: string) =>
    name === 'prerender' || name === 'ssr' ? { resolve: { noExternal: true } } : undefined,
};

/** Astro leaves the entry of the pages to whoever brings a prerenderer; ours runs in threads. */
const THREAD_ENTRY: Plugin = {
  name: 'page-thread-entry',
  apply: 'build',
  configEnvironment: (name: string) =>
    name === 'prerender'
      ? { build: { rolldownOptions: { input: fileURLToPath(new URL('./page-thread.ts', import.meta.url)) } } }
      : undefined,
};

/**
 * Leaves the entries of the collections in the file below `cacheDir` that Astro has put them in. As a part of the
 * bundle,
 * which they are without this, they pass through the bundler: at 10,000 homes that takes 500 MB and three seconds more.
 * The bundle of the server has none: who runs it hands the site in.
 */
const dataBesideBundle = (cacheDir: string): Plugin => ({
  name: 'data-beside-bundle',
  apply: 'build',
  load: {
    order: 'pre',
    filter: { id: /^\0astro:data-layer-content$/ },
    handler() {
      if (this.environment.name !== 'prerender') return 'export default new Map();';
      const file = JSON.stringify(join(cacheDir, 'data-store.json'));
      return `import { readFileSync } from 'node:fs';\nexport default JSON.parse(readFileSync(${file}, 'utf8'));`;
    },
  },
});

/** What a build asks of the bundler besides what Astro asks; development is left as it is. */
export const bundlePlugins = (cacheDir: string): Plugin[] => [WHOLE_BUNDLE, THREAD_ENTRY, dataBesideBundle(cacheDir)];
