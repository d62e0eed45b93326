import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import type { Plugin } from 'vite';
import { type MadePage, readMadePages, writeMadePages } from './made-pages.ts';
import { CANNOT_LINK } from './pack-files.ts';
import { openPageThreads, type PageThreads } from './page-threads.ts';

/** Where a build writes, and what it may reuse. */
export interface MakingPages {
  /** Folder of the version that is built. */
  versionDir: string;
  /** Folder of the previous version; null when there is none. */
  beforeDir: string | null;
  /** Hash of what all pages depend on; null = nothing is reused. */
  sharedInputsHash: string | null;
}

/** Renders the pages in threads, and reuses pages of the previous version that have the same `cacheKey`. */
export function makePages(making: MakingPages): AstroIntegration {
  return {
    name: 'make-pages',
    hooks: {
      'astro:config:setup'({ config, updateConfig }) {
        updateConfig({ vite: { plugins: bundlePlugins(fileURLToPath(config.cacheDir)) } });
      },
      'astro:build:start'({ setPrerenderer }) {
        setPrerenderer(inThreads(making));
      },
    },
  };
}

function inThreads({ versionDir, beforeDir, sharedInputsHash }: MakingPages): AstroPrerenderer {
  const before =
    beforeDir && sharedInputsHash ? readMadePages(beforeDir, sharedInputsHash) : new Map<string, MadePage>();
  const keys = new Map<string, string>();
  const pages = new Map<string, MadePage>();
  let threads: PageThreads;
  return {
    name: 'make-pages',
    async setup() {
      threads = openPageThreads(versionDir);
    },
    async getStaticPaths() {
      const paths = await threads.paths();
      for (const { pathname, cacheKey } of paths) if (cacheKey !== undefined) keys.set(withSlash(pathname), cacheKey);
      return paths;
    },
    async render({ url }, { routeData }) {
      const path = decodeURI(new URL(url).pathname);
      const key = keys.get(withSlash(path));
      const same = key === undefined ? undefined : before.get(path);
      if (same && same.key === key && beforeDir && linked(beforeDir, versionDir, path)) {
        pages.set(path, same);
        return nothingToWrite();
      }
      const { images, response } = await threads.make(url, routeData);
      if (images) pages.set(path, { ...(key !== undefined && { key }), images });
      return response ? new Response(response.body, response) : nothingToWrite();
    },
    async teardown() {
      writeMadePages(versionDir, sharedInputsHash ?? '', pages);
      await threads.close();
    },
  };
}

/** Without a body Astro writes no file of its own. */
const nothingToWrite = () => new Response(null);

const withSlash = (path: string): string => path.replace(/\/?$/, '/');

/** Hard-links the page, and its compressed form when there is one; false when that is not possible. */
function linked(beforeDir: string, versionDir: string, path: string): boolean {
  const page = join('client', path, 'index.html');
  const [from, to] = [join(beforeDir, page), join(versionDir, page)];
  try {
    mkdirSync(dirname(to), { recursive: true });
    linkSync(from, to);
    if (existsSync(`${from}.br`)) linkSync(`${from}.br`, `${to}.br`);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // After a partial link, the next write would change the previous version.
    rmSync(to, { force: true });
    return false;
  }
}

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
const bundlePlugins = (cacheDir: string): Plugin[] => [WHOLE_BUNDLE, THREAD_ENTRY, dataBesideBundle(cacheDir)];
