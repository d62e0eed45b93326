// The entry of the bundle that renders pages (bundle/bundle-plugins.ts): Astro's application with the content that is
// passed in.

// Astro loads the labels of the bundle with the first page; those of the content replace them.
// @ts-expect-error: Astro's own module has no types
import 'astro:scripts/page-ssr.js';
import { StaticPaths } from 'astro:static-paths';
// An application for each content, made as Astro's `createApp` does it: an application keeps the paths it has found.
// @ts-expect-error: Astro's own module has no types
import fetchable from 'virtual:astro:fetchable';
// @ts-expect-error: the same
import { manifest } from 'virtual:astro:manifest';
import { App } from 'astro/app';
import type { Content } from '../../content/content.ts';
import { showContent } from '../../content/site/live-content.server.ts';
import type { Site } from '../../content/site/site.ts';
import { haveSamePaths, trackedSite } from '../../content/site/tracked-site.server.ts';
import { openLabels, provideLabels } from '../../i18n/labels.server.ts';
import { recordUses, use } from '../../platform/values/uses.server.ts';
import { finishedPage, firstImagesIn } from './finish-page.ts';

/** A page to render: its path, and the index of its route in the bundle. */
export interface WantedPage {
  path: string;
  route: number;
}

/** A rendered page or file: its body, the URLs of the pictures that it shows first, and the facts that it used. */
export interface RenderedPage {
  body: string | Uint8Array;
  images: string[];
  uses: string[];
}

/** The pages of one content. */
export interface Pages {
  all(): Promise<WantedPage[]>;
  /** Throws when the page fails or its status is an error. */
  render(page: WantedPage): Promise<RenderedPage>;
}

/** Astro's application for a site, and the pages that it has found. */
interface Application {
  app: App;
  site: Site;
  all?: WantedPage[];
}

/** The one that was opened last, also where its version was not published. */
let last: Application | null = null;

/**
 * Opens the pages of a content for a public URL; those that were opened before must not be used any more. `site` is
 * that of the content, where there is one already. Pages at the paths of the site that was opened last are not found
 * again.
 */
export function openPages({
  content,
  siteUrl,
  site: ready,
}: {
  content: Content;
  siteUrl: string;
  site?: Site;
}): Pages {
  const labels = openLabels(content.labels);
  provideLabels((language) => {
    use(`labels.${language}`);
    return labels(language);
  });
  const whole = showContent(content, ready);
  const site = trackedSite(whole, use);
  const known = last && haveSamePaths(last.site, whole) ? last : { app: newApp() };
  const application: Application = { ...known, site: whole };
  last = application;
  const { app } = application;
  const routes = app.manifest.routes.map(({ routeData }) => routeData);
  const rendered = async ({ path, route }: WantedPage): Promise<Omit<RenderedPage, 'uses'>> => {
    const response = await app.render(new Request(new URL(encodeURI(path), siteUrl)), {
      routeData: routes[route] as (typeof routes)[number],
      locals: { site, siteUrl },
    });
    if (response.status >= 400) throw new Error(`its response has the status ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/html'))
      return { body: new Uint8Array(await response.arrayBuffer()), images: [] };
    const body = finishedPage(await response.text());
    return { body, images: firstImagesIn(body) };
  };
  return {
    async all() {
      application.all ??= await allPages(app);
      return application.all;
    },
    async render(page) {
      const { result, uses } = await recordUses(() => rendered(page));
      return { ...result, uses: [...uses].sort() };
    },
  };
}

function newApp(): App {
  const app: App = new App({ ...manifest }, false);
  app.setFetchHandler(fetchable);
  // Replaces the error page: a page that cannot be rendered ends the build.
  app.renderError = async (_request, { response, error }) => {
    throw error ?? new Error(`its response has the status ${response?.status}`);
  };
  return app;
}

async function allPages(app: App): Promise<WantedPage[]> {
  const routes = app.manifest.routes.map(({ routeData }) => routeData);
  const paths = await new StaticPaths(app).getAll();
  return paths.map(({ pathname, route }) => ({
    // Pages end in a slash, files do not.
    path: decodeURI(/\.[a-z0-9]+$/.test(pathname) ? pathname : pathname.replace(/\/?$/, '/')),
    route: routes.indexOf(route),
  }));
}
