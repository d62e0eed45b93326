import { link, mkdir } from 'node:fs/promises';
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
      if (same && same.key === key && beforeDir && (await linked(beforeDir, versionDir, address))) {
        pages.set(address, same);
        // Without a body Astro writes no file of its own over the linked one.
        return new Response(null);
      }
      const made = await plain.render(request, options);
      const response = made instanceof Response ? made : made.response;
      if (!response.headers.get('content-type')?.startsWith('text/html')) return made;
      const html = finishedPage(await response.text());
      pages.set(address, { ...(key !== undefined && { key }), images: firstImagesIn(html) });
      return new Response(html, response);
    },
    async teardown() {
      writeMadePages(versionDir, ground ?? '', pages);
      await plain.teardown?.();
    },
  };
}

const withSlash = (path: string): string => path.replace(/\/?$/, '/');

/** Links the page, and its packed form when there is one; false when that cannot be done. */
async function linked(beforeDir: string, versionDir: string, address: string): Promise<boolean> {
  const page = join('client', address, 'index.html');
  const [from, to] = [join(beforeDir, page), join(versionDir, page)];
  try {
    await mkdir(dirname(to), { recursive: true });
    await link(from, to);
  } catch (error) {
    if (CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
  await link(`${from}.br`, `${to}.br`).catch(() => {});
  return true;
}
