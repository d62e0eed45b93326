import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/**
 * A version contains all packages that it depends on, because DATA_DIR can be anywhere. Development uses node_modules.
 */
const WHOLE_BUNDLE: Plugin = {
  name: 'whole-bundle',
  apply: 'build',
  configEnvironment: (name: string) =>
    name === 'prerender' || name === 'ssr' ? { resolve: { noExternal: true } } : undefined,
};

/** Astro leaves the entry of the pages to the prerenderer; ours runs in threads. */
const THREAD_ENTRY: Plugin = {
  name: 'page-thread-entry',
  apply: 'build',
  configEnvironment: (name: string) =>
    name === 'prerender'
      ? { build: { rolldownOptions: { input: fileURLToPath(new URL('./page-thread.ts', import.meta.url)) } } }
      : undefined,
};

/**
 * Leaves the entries of the collections in the file below `cacheDir` into which Astro has written them. Without this
 * plugin they become part of the bundle and pass through the bundler: at 10,000 properties that takes 500 MB and three
 * seconds more. The bundle of the server has no entries, because the server passes the site in.
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

/** The bundler plugins of a build in addition to Astro's; development is unchanged. */
export const bundlePlugins = (cacheDir: string): Plugin[] => [WHOLE_BUNDLE, THREAD_ENTRY, dataBesideBundle(cacheDir)];
