import { existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import { finishedPage } from './finish-page.ts';
import { firstImagesIn } from './first-images.ts';
import { type MadePage, readMadePages, writeMadePages } from './made-pages.ts';
import { CANNOT_LINK } from './pack-files.ts';

/** Where a build writes, and what it may take over. */
export interface MakingPages {
  /** Folder of the version that is made. */
  versionDir: string;
  /** Folder of the version before; null when there is none. */
  beforeDir: string | null;
  /** Stamp of what all pages hang on; null = nothing is taken over. */
  ground: string | null;
}

/** Astro leaves the entry of the pages to whoever brings a prerenderer; ours asks Astro's own. */
const ENTRY = {
  name: 'make-pages-entry',
  configEnvironment: (name: string) =>
    name === 'prerender' ? { build: { rolldownOptions: { input: 'astro/entrypoints/prerender' } } } : undefined,
};

/** Finishes each page while Astro makes it, and takes those over from the version before whose `cacheKey` is the same. */
export function makePages(making: MakingPages): AstroIntegration {
  return {
    name: 'make-pages',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        updateConfig({ vite: { plugins: [ENTRY] } });
      },
      'astro:build:start'({ setPrerenderer }) {
        setPrerenderer((plain) => finishing(plain, making));
      },
    },
  };
}

function finishing(plain: AstroPrerenderer, { versionDir, beforeDir, ground }: MakingPages): AstroPrerenderer {
  const before = beforeDir && ground ? readMadePages(beforeDir, ground) : new Map<string, MadePage>();
  const keys = new Map<string, string>();
  const pages = new Map<string, MadePage>();
  return {
    ...plain,
    name: 'make-pages',
    async getStaticPaths() {
      const paths = await plain.getStaticPaths();
      for (const { pathname, cacheKey } of paths) if (cacheKey !== undefined) keys.set(withSlash(pathname), cacheKey);
      return paths;
    },
    async render(request, options) {
      const address = decodeURI(new URL(request.url).pathname);
      const key = keys.get(withSlash(address));
      const same = key === undefined ? undefined : before.get(address);
      if (same && same.key === key && beforeDir && linked(beforeDir, versionDir, address)) {
        pages.set(address, same);
        return nothingToWrite();
      }
      const made = await plain.render(request, options);
      const response = made instanceof Response ? made : made.response;
      if (!response.headers.get('content-type')?.startsWith('text/html')) return made;
      const html = finishedPage(await response.text());
      pages.set(address, { ...(key !== undefined && { key }), images: firstImagesIn(html) });
      if (!address.endsWith('/') || NOT_A_FOLDER.has(address)) return new Response(html, response);
      // Written here and at once: Astro would encode it anew and write in three steps, which takes four times as long.
      const folder = join(versionDir, 'client', address);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'index.html'), html);
      return nothingToWrite();
    },
    async teardown() {
      writeMadePages(versionDir, ground ?? '', pages);
      await plain.teardown?.();
    },
  };
}

/** Pages that Astro writes as a file of their own name. */
const NOT_A_FOLDER: ReadonlySet<string> = new Set(['/404/', '/500/']);

/** Without a body Astro writes no file of its own. */
const nothingToWrite = () => new Response(null);

const withSlash = (path: string): string => path.replace(/\/?$/, '/');

/** Links the page, and its packed form when there is one; false when that cannot be done. */
function linked(beforeDir: string, versionDir: string, address: string): boolean {
  const page = join('client', address, 'index.html');
  const [from, to] = [join(beforeDir, page), join(versionDir, page)];
  try {
    mkdirSync(dirname(to), { recursive: true });
    linkSync(from, to);
    if (existsSync(`${from}.br`)) linkSync(`${from}.br`, `${to}.br`);
    return true;
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // Half a link would let what is written next into the version before.
    rmSync(to, { force: true });
    return false;
  }
}
