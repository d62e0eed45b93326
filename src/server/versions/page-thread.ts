// Runs in threads of its own (page-threads.ts): Astro's bundle of the site with all homes, asked for one page after another.

import { StaticPaths } from 'astro:static-paths';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { serializeRouteData } from 'astro/app';
import { createApp } from 'astro/app/entrypoint';
import { siteFromCollections } from '../site/from-collections.ts';
import { finishedPage } from './finish-page.ts';
import { firstImagesIn } from './first-images.ts';

/** The addresses of all prerendered pages; `route` is the place of theirs in `routes`, each as Astro writes it down. */
export interface AllPaths {
  routes: ReturnType<typeof serializeRouteData>[];
  paths: { pathname: string; route: number; cacheKey?: string | undefined }[];
}

/** A page that is wanted: its whole address, and the place of its route in `AllPaths.routes`. */
export interface WantedPage {
  url: string;
  route: number;
}

/** What came of it: the pictures it shows first when it is HTML, and the answer itself unless it is written already. */
export interface ThreadPage {
  images: string[] | null;
  answer: { body: string; status: number; headers: [string, string][] } | null;
}

const { clientDir } = workerData as { clientDir: string };
const app = createApp({ streaming: false });
const routes = app.manifest.routes.map(({ routeData }) => routeData);

// A page that cannot be made ends the build: no visitor is to find an error page in its place.
app.renderError = async (_request, { response, error }) => {
  if (response) return response;
  throw error;
};

// All threads read the homes at once, not each with its first page.
await siteFromCollections();

/** All that is to be made. */
export async function allPaths(): Promise<AllPaths> {
  const paths = await new StaticPaths(app).getAll();
  return {
    routes: routes.map((route) => serializeRouteData(route, app.manifest.trailingSlash)),
    paths: paths.map(({ route, ...path }) => ({ ...path, route: routes.indexOf(route) })),
  };
}

/** Makes one page, and writes it where its address is a folder. */
export async function makePage({ url, route }: WantedPage): Promise<ThreadPage> {
  const response = await app.render(new Request(url), { routeData: routes[route] as (typeof routes)[number] });
  const text = await response.text();
  const answer = (body: string) => ({ body, status: response.status, headers: [...response.headers] });
  if (!response.headers.get('content-type')?.startsWith('text/html')) return { images: null, answer: answer(text) };
  const html = finishedPage(text);
  const images = firstImagesIn(html);
  const address = decodeURI(new URL(url).pathname);
  if (!address.endsWith('/') || NOT_A_FOLDER.has(address)) return { images, answer: answer(html) };
  // Written here and at once: Astro would encode it anew and write in three steps, which takes four times as long.
  const folder = join(clientDir, address);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return { images, answer: null };
}

/** Pages that Astro writes as a file of their own name. */
const NOT_A_FOLDER: ReadonlySet<string> = new Set(['/404/', '/500/']);
