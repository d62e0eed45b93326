import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroPrerenderer } from 'astro';
import type { Plugin } from 'vite';
import { finishedPage } from './finish-page.ts';

/**
 * Makes Astro write a bundle instead of pages: the code that renders the pages of any content is kept in `pages/` of
 * the folder. Without a folder Astro builds the whole site from the content collections; its pages are the same.
 */
export function bundling(bundleDir: string | null): AstroIntegration {
  return {
    name: 'bundling',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        const entry = bundleDir ? OWN_ENTRY : ASTRO_ENTRY;
        updateConfig({ vite: { plugins: [WHOLE_BUNDLE, pageEntry(entry)] } });
      },
      'astro:build:start'({ setPrerenderer }) {
        setPrerenderer((usual) => (bundleDir ? keptPages(bundleDir) : finishedBy(usual)));
      },
    },
  };
}

/** Renders nothing; Astro removes the code of the pages when it has rendered them. */
const keptPages = (bundleDir: string): AstroPrerenderer => ({
  name: 'kept-pages',
  async getStaticPaths() {
    cpSync(join(bundleDir, 'server/.prerender'), join(bundleDir, 'pages'), { recursive: true });
    return [];
  },
  render: async () => new Response(null),
});

/** Renders as Astro does, and finishes the pages as those of a version. */
const finishedBy = (usual: AstroPrerenderer): AstroPrerenderer => ({
  ...usual,
  async render(request, given) {
    const rendered = await usual.render(request, given);
    const response = rendered instanceof Response ? rendered : rendered.response;
    if (!response.headers.get('content-type')?.startsWith('text/html')) return rendered;
    return new Response(finishedPage(await response.text()), response);
  },
});

/** A bundle contains all packages that it depends on, because DATA_DIR can be anywhere. */
const WHOLE_BUNDLE: Plugin = {
  name: 'whole-bundle',
  apply: 'build',
  // React's development build is left out of it.
  configEnvironment: (name: string) =>
    name === 'prerender' || name === 'ssr'
      ? { resolve: { noExternal: true }, define: { 'process.env.NODE_ENV': '"production"' } }
      : undefined,
};

const OWN_ENTRY = fileURLToPath(new URL('./page-entry.ts', import.meta.url));
const ASTRO_ENTRY = 'astro/entrypoints/prerender';

/** Astro leaves the entry of the pages to an integration that sets the prerenderer. */
const pageEntry = (input: string): Plugin => ({
  name: 'page-entry',
  apply: 'build',
  configEnvironment: (name: string) => (name === 'prerender' ? { build: { rolldownOptions: { input } } } : undefined),
});
