import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';
import { routeMap } from './src/app/routes.ts';
import { LARGEST_FORM_BYTES } from './src/features/tenant/tenant.ts';
import { environment } from './src/platform/environment/environment.server.ts';
import { PAGE_DIRECTIVES } from './src/platform/http/policy.server.ts';
import { bundling } from './src/publish/bundle/bundle-plugins.ts';
import { sharedReact } from './src/publish/bundle/shared-react.ts';
import { hydrateDirectives } from './src/ui/hydrate/directives.ts';
import { ISLAND_STYLE, LAYER_ORDER } from './src/ui/inline-styles.ts';

const { contentDir, siteUrl, dataDir } = environment();
// Set: a bundle is made. Otherwise Astro builds the whole site.
const bundleDir = process.env.DORPEL_BUNDLE_DIR || null;
const contentLoader = new URL('./src/content/files/load-content.server.ts', import.meta.url).href;
const outDir = resolve(bundleDir ?? process.env.DORPEL_OUT_DIR ?? join(dataDir, 'dev'));

// Inlined into pages as they are; Astro knows only the hashes of its own bundles.
const inlineStyles = [LAYER_ORDER, ISLAND_STYLE].map(
  (rule) => `sha256-${createHash('sha256').update(rule).digest('base64')}`,
);

/** The file of code that is loaded on touch, without the ending that says where it runs. */
const nameOfCode = ({ name }) => `_astro/${name.replace(/\.client$/, '')}-[hash].js`;

export default defineConfig({
  site: siteUrl,
  outDir,
  cacheDir: `${outDir}.cache`,
  output: 'static',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  // Each reader of a body has its own limit, which is 64 KB for most. Pages rendered in milliseconds are sent without
  // streaming.
  adapter: node({ mode: 'middleware', bodySizeLimit: LARGEST_FORM_BYTES, experimentalDisableStreaming: true }),
  integrations: [react(), i18next(), hydrateDirectives(), sharedReact(), routeMap({ contentDir }), bundling(bundleDir)],
  build: { format: 'directory', inlineStylesheets: 'always' },
  compressHTML: true,
  scopedStyleStrategy: 'where',
  // The HTTP server checks the origin of every POST (src/platform/http/policy.server.ts), also behind a proxy.
  security: {
    csp: { directives: [...PAGE_DIRECTIVES], styleDirective: { hashes: inlineStyles } },
    checkOrigin: false,
  },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  vite: {
    // Pages are given their content; without a bundle this file reads the content folder, with packages that are no part
    // of pages (content/site/live-content.server.ts).
    define: { 'import.meta.env.CONTENT_LOADER': JSON.stringify(bundleDir ? null : contentLoader) },
    // Not in node_modules, which the user of a service cannot change.
    cacheDir: join(dataDir, 'vite-cache'),
    // Code loaded on touch is bundled like a worker: one file, whose URL a component can write into the page.
    // Its name in pages is as short as the name of its file: each byte of a page counts.
    worker: { format: 'es', rollupOptions: { output: { entryFileNames: nameOfCode } } },
    build: { assetsInlineLimit: (file) => (/\.(m?js|ts)$/.test(file) ? undefined : false) },
  },
});
