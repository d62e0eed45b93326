import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { WantedPage } from './bundle/page-entry.ts';
import type { StoredPage, ThreadData } from './page-thread.ts';
import { pageFailure } from './render-here.ts';

/** The pages of a content, rendered in threads. */
export interface PageThreads {
  /** Number of threads. */
  count: number;
  /** Resolves when a thread has read the content. */
  ready(): Promise<void>;
  all(): Promise<WantedPage[]>;
  /** Renders a page and stores it; throws when it fails. */
  make(page: WantedPage): Promise<StoredPage>;
  close(): Promise<void>;
}

/** Each thread holds all properties: more than two would need more memory than a small server has. */
const MOST_THREADS = 2;

/** Pages are short-lived objects: with more room for them a thread is not faster, and takes 200 MB more. */
const YOUNG_MB = 24;
/** By how much the heaps of a process may grow before they are collected; 0 leaves that to V8. */
const [SMALL_STEPS, USUAL_STEPS] = ['--heap-growing-percent=30', '--heap-growing-percent=0'];

/** The entry of the pages of a bundle. */
export function pagesEntryOf(bundleDir: string): string {
  const folder = join(bundleDir, 'pages');
  const name = readdirSync(folder).find((file) => file.startsWith('prerender-entry.'));
  if (!name) throw new Error(`there is no prerender-entry.*.mjs in ${folder}, from which pages are made`);
  return join(folder, name);
}

/** Number of threads that have a core each, beside a number of cores that are in use. */
export const threadsBeside = (used: number, cores = availableParallelism()): number =>
  Math.max(0, Math.min(cores - used, MOST_THREADS));

/** Opens the pages of a content, which is in a file, with the bundle in a folder. */
export function openPageThreads({
  bundleDir,
  threads = threadsBeside(0),
  ...given
}: { bundleDir: string; threads?: number } & Omit<ThreadData, 'entry'>): PageThreads {
  const entry = pathToFileURL(pagesEntryOf(bundleDir)).href;
  setFlagsFromString(SMALL_STEPS);
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./page-thread.ts', import.meta.url)),
    minThreads: threads,
    maxThreads: threads,
    // A thread already has its next page while the result of the last one is being transferred.
    concurrentTasksPerWorker: 2,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    workerData: { ...given, entry } satisfies ThreadData,
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
  return {
    count: threads,
    ready: () => run<void>('ready'),
    all: () => run<WantedPage[]>('allPages'),
    make: (page) =>
      run<StoredPage>('makePage', page).catch((error: unknown) => {
        throw pageFailure(page, error);
      }),
    async close() {
      await pool.destroy();
      setFlagsFromString(USUAL_STEPS);
    },
  };
}
