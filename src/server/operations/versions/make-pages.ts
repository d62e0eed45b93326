import { existsSync, linkSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { bundlePlugins } from './bundle-plugins.ts';
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
