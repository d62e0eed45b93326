import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';
import { taggedHosts, taggedScripts } from './src/features/consent/third-parties.ts';
import { routeMap } from './src/routes/inject.ts';
import { makePages } from './src/server/operations/versions/make-pages.ts';
import { environment } from './src/server/platform/environment/environment.ts';
import { scriptPolicy } from './src/server/platform/http/policy.ts';
import { hydrateDirectives } from './src/ui/hydrate/directives.ts';
import { ISLAND_STYLE, LAYER_ORDER } from './src/ui/inline-styles.ts';

const { contentDir, siteUrl, dataDir } = environment();
const outDir = resolve(process.env.DORPEL_OUT_DIR ?? join(dataDir, 'dev'));

// Inlined into pages as they are; Astro knows only the hashes of its own bundles.
const inlineStyles = [LAYER_ORDER, ISLAND_STYLE].map(
  (rule) => `sha256-${createHash('sha256').update(rule).digest('base64')}`,
);
const tracking = JSON.parse(readFileSync(join(contentDir, 'settings/tracking.json'), 'utf8'));

// The version being built, and the previous one, whose pages are reused where they are unchanged.
const making = makePages({
  versionDir: outDir,
  beforeDir: process.env.DORPEL_BEFORE_DIR || null,
  sharedInputsHash: process.env.DORPEL_SHARED_INPUTS_HASH || null,
});

export default defineConfig({
  site: siteUrl,
  outDir,
  cacheDir: `${outDir}.cache`,
  output: 'static',
  trailingSlash: 'always',
  devToolbar: { enabled: false },
  // No form is longer than this limit; a response uses only what was read so far. Pages rendered in milliseconds are
  // sent without streaming.
  adapter: node({ mode: 'middleware', bodySizeLimit: 64 * 1024, experimentalDisableStreaming: true }),
  integrations: [react(), i18next(), hydrateDirectives(), routeMap({ contentDir }), making],
  // This number of pages is requested at once, so that no page thread waits for work
  // (src/server/operations/versions/page-threads.ts).
  build: { format: 'directory', inlineStylesheets: 'always', concurrency: 8 },
  compressHTML: true,
  scopedStyleStrategy: 'where',
  // The HTTP server checks the origin of every POST (src/server/platform/http/policy.ts), also behind a proxy.
  security: {
    csp: { ...scriptPolicy(taggedHosts(tracking), taggedScripts(tracking)), styleDirective: { hashes: inlineStyles } },
    checkOrigin: false,
  },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  vite: {
    // Not in node_modules, which the user of a service cannot change.
    cacheDir: join(dataDir, 'vite-cache'),
    // Code loaded on touch is bundled like a worker: one file, whose URL a component can write into the page.
    worker: { format: 'es' },
    build: { assetsInlineLimit: (file) => (/\.(m?js|ts)$/.test(file) ? undefined : false) },
  },
});
