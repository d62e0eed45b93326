import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PathWithRoute, RouteData } from 'astro';
import { deserializeRouteData } from 'astro/app';
import { Piscina } from 'piscina';
import type { AllPaths, ThreadPage, WantedPage } from './page-thread.ts';

/** Astro's bundle of the pages in threads of its own. */
export interface PageThreads {
  /** All pages that are to be made. */
  paths(): Promise<PathWithRoute[]>;
  /** Makes one of them; throws what hinders it. */
  make(url: string, route: RouteData): Promise<ThreadPage>;
  close(): Promise<void>;
}

/** Each thread holds all homes: more than two would take more than a small server has. */
const MOST_THREADS = 2;

/** Starts the bundle that a build has written for the version in a folder. */
export function openPageThreads(versionDir: string): PageThreads {
  const bundle = join(versionDir, 'server', '.prerender');
  const entry = readdirSync(bundle).find((name) => name.startsWith('prerender-entry.'));
  if (!entry) throw new Error(`there is no prerender-entry.*.mjs in ${bundle}, from which pages are made`);
  const threads = Math.min(availableParallelism(), MOST_THREADS);
  const pool = new Piscina({
    filename: join(bundle, entry),
    minThreads: threads,
    maxThreads: threads,
    // The next page waits in the thread, not for an answer of this one.
    concurrentTasksPerWorker: 2,
    workerData: { clientDir: join(versionDir, 'client') },
  });
  const places = new Map<RouteData, number>();
  return {
    async paths() {
      const all: AllPaths = await pool.run(undefined, { name: 'allPaths' });
      const routes = all.routes.map(deserializeRouteData);
      for (const [place, route] of routes.entries()) places.set(route, place);
      return all.paths.map((path) => ({ ...path, route: routes[path.route] as RouteData }));
    },
    async make(url, route) {
      try {
        return await pool.run({ url, route: places.get(route) ?? -1 } satisfies WantedPage, { name: 'makePage' });
      } catch (error) {
        const { message } = error as Error;
        throw new Error(`the page ${decodeURI(new URL(url).pathname)} could not be made: ${message}`, { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
}
