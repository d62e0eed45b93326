import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { PathWithRoute, RouteData } from 'astro';
import { deserializeRouteData } from 'astro/app';
import { Piscina } from 'piscina';
import type { AllPaths, ThreadPage, WantedPage } from './page-thread.ts';

/** Astro's bundle of the pages in threads of its own. */
export interface PageThreads {
  /** All pages to render. */
  paths(): Promise<PathWithRoute[]>;
  /** Renders one of them; throws when it fails. */
  make(url: string, route: RouteData): Promise<ThreadPage>;
  close(): Promise<void>;
}

/** Each thread holds all properties: more than two would need more memory than a small server has. */
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
    // A thread already has its next page while the result of the last one is being transferred.
    concurrentTasksPerWorker: 2,
    workerData: { clientDir: join(versionDir, 'client') },
  });
  // A thread that fails outside a page, most likely at start, would be restarted again and again.
  let failure: Error | undefined;
  pool.on('error', (error: Error) => {
    failure ??= error;
    void pool.destroy();
  });
  const run = <T>(name: string, task?: WantedPage): Promise<T> =>
    pool.run(task, { name }).catch((error) => {
      throw failure ?? error;
    });
  const indexes = new Map<RouteData, number>();
  return {
    async paths() {
      const all = await run<AllPaths>('allPaths');
      const routes = all.routes.map(deserializeRouteData);
      for (const [index, route] of routes.entries()) indexes.set(route, index);
      return all.paths.map(({ routeIndex, ...path }) => ({ ...path, route: routes[routeIndex] as RouteData }));
    },
    async make(url, route) {
      try {
        const routeIndex = indexes.get(route);
        if (routeIndex === undefined) throw new Error(`its route ${route.route} is none of those of the paths`);
        return await run<ThreadPage>('makePage', { url, routeIndex });
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        throw new Error(`the page ${decodeURI(new URL(url).pathname)} could not be made: ${said}`, { cause: error });
      }
    },
    close: () => pool.destroy(),
  };
}
