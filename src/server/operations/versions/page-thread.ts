// Runs in threads of its own (page-threads.ts): Astro's bundle of the site with all properties, which renders its
// pages.

import { StaticPaths } from 'astro:static-paths';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serializeRouteData } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';
import { siteFromCollections } from '../../catalogue/site/from-collections.ts';
import { finishedPage } from './finish-page.ts';
import { firstImagesIn } from './first-images.ts';

/** The paths of all prerendered pages, and their routes as Astro serializes them. */
export interface AllPaths {
  routes: ReturnType<typeof serializeRouteData>[];
  paths: { pathname: string; routeIndex: number; cacheKey?: string | undefined }[];
}

/** A page to render: its whole URL, and the index of its route in `AllPaths.routes`. */
export interface WantedPage {
  url: string;
  routeIndex: number;
}

/**
 * The result of rendering: the pictures it shows first when it is HTML, and the response unless it has already been
 * written.
 */
export interface ThreadPage {
  images: string[] | null;
  response: { body: string | Uint8Array<ArrayBuffer> | null; status: number; headers: [string, string][] } | null;
}

const { clientDir } = workerData as { clientDir: string };
const app = createApp({ streaming: false });
const routes = app.manifest.routes.map(({ routeData }) => routeData);

// Replaces the error page: a page that cannot be rendered ends the build.
app.renderError = async (_request, { response, error }) => {
  throw error ?? new Error(`its response has the status ${response?.status}`);
};

// All threads read the properties at start, not with their first page.
await siteFromCollections();

/** All pages to render. */
export async function allPaths(): Promise<AllPaths> {
  const paths = await new StaticPaths(app).getAll();
  return {
    routes: routes.map((route) => serializeRouteData(route, app.manifest.trailingSlash)),
    paths: paths.map(({ route, ...path }) => ({ ...path, routeIndex: routes.indexOf(route) })),
  };
}

/** Renders one page, and writes it when its path ends in a slash; throws when it fails or the status is an error. */
export async function makePage({ url, routeIndex }: WantedPage): Promise<ThreadPage> {
  const response = await app.render(new Request(url), { routeData: routes[routeIndex] as (typeof routes)[number] });
  const { status } = response;
  if (status >= 400) throw new Error(`its response has the status ${status}`);
  const asMessage = (body: NonNullable<ThreadPage['response']>['body']) => ({
    body,
    status,
    headers: [...response.headers],
  });
  if (!response.body) return { images: null, response: asMessage(null) };
  if (!response.headers.get('content-type')?.startsWith('text/html'))
    return { images: null, response: asMessage(new Uint8Array(await response.arrayBuffer())) };
  const html = finishedPage(await response.text());
  const images = firstImagesIn(html);
  const path = decodeURI(new URL(url).pathname);
  if (!path.endsWith('/')) return { images, response: asMessage(html) };
  // Written here directly: Astro would encode it again and write in three steps, which takes four times as long.
  const folder = join(clientDir, path);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return { images, response: null };
}
