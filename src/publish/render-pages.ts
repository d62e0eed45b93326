import { hash } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import PQueue from 'p-queue';
import { Piscina } from 'piscina';
import type { Content } from '../content/content.ts';
import type { Site } from '../content/site/site.ts';
import type { FactDigests } from '../content/site/tracked-site.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import type { openPages, WantedPage } from './bundle/page-entry.ts';
import type { StoredPage, ThreadData } from './page-thread.ts';
import { type MadePage, openUses, type PageStore } from './version-files.ts';

/** A thread that has its next page already does not wait for this process. */
const PAGES_PER_THREAD = 2;

/**
 * Renders pages in this process, which has read the content, and as soon as threads have read it too, also there: one
 * page at a time here, because results of threads are received between two pages.
 */
export function shareOut(here: MakePage, threads: Pick<PageThreads, 'count' | 'ready' | 'make'>): MakePage {
  let free = 0;
  threads.ready().then(
    () => {
      free = threads.count * PAGES_PER_THREAD;
    },
    // Without threads this process renders all pages.
    () => {},
  );
  const there: MakePage = (page) => {
    free -= 1;
    return threads.make(page).finally(() => {
      free += 1;
    });
  };
  const own = new PQueue({ concurrency: 1 });
  return async (page) => {
    if (free > 0) return there(page);
    const made = await own.add(async () => {
      await setImmediate();
      return free > 0 ? null : here(page);
    });
    return made ?? there(page);
  };
}

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
function pagesEntryOf(bundleDir: string): string {
  const folder = join(bundleDir, 'pages');
  const name = readdirSync(folder).find((file) => file.startsWith('prerender-entry.'));
  if (!name) throw new Error(`there is no prerender-entry.*.mjs in ${folder}, from which pages are made`);
  return join(folder, name);
}

/** Number of threads that have a core each, beside a number of cores that are in use. */
const threadsBeside = (used: number, cores = availableParallelism()): number =>
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

/** The pages of a content, rendered in this process. */
export interface PagesHere {
  all(): Promise<WantedPage[]>;
  make(page: WantedPage): Promise<StoredPage>;
}

/** Opens the pages of a content with the bundle in a folder; for few pages this is faster than starting threads. */
export async function renderHere({
  bundleDir,
  content,
  site,
  siteUrl,
  store,
}: {
  bundleDir: string;
  content: Content;
  site?: Site;
  siteUrl: string;
  store: PageStore;
}): Promise<PagesHere> {
  const bundle = (await import(pathToFileURL(pagesEntryOf(bundleDir)).href)) as { openPages: typeof openPages };
  const pages = bundle.openPages({ content, siteUrl, ...(site && { site }) });
  return {
    all: pages.all,
    async make(page) {
      const { body, ...rest } = await pages.render(page).catch((error: unknown) => {
        throw pageFailure(page, error);
      });
      return { hash: store.put(body), ...rest };
    },
  };
}

/** The error of a page that could not be rendered, with its path. */
function pageFailure({ path }: WantedPage, error: unknown): Error {
  const said = errorMessage(error);
  return new Error(`the page ${path} could not be made: ${said}`, { cause: error });
}

/** A thread always has its next page. */
const AT_ONCE = 8;

/** Renders a page and stores it. */
type MakePage = (page: WantedPage) => Promise<StoredPage>;

/**
 * Makes all pages of a site, except those that `before` has, that were made by the same bundle, and whose facts are the
 * same; `rendered` are the paths of the others.
 */
export async function makePages({
  all,
  makerFor,
  before,
  digestOf,
  store,
  onPage = () => {},
}: {
  all: readonly WantedPage[];
  /** Gives what makes this number of pages. */
  makerFor: (pages: number) => MakePage;
  before: ReadonlyMap<string, MadePage>;
  digestOf: FactDigests;
  store: PageStore;
  onPage?: ((done: number, all: number) => void) | undefined;
}): Promise<{ pages: Map<string, MadePage>; rendered: string[] }> {
  const keyOf = pageKeys(digestOf);
  const divided = openUses(before);
  const made = new Map<string, MadePage>();
  const left = all.filter((page) => {
    const known = before.get(page.path);
    if (!known || known.key !== keyOf(known) || !store.has(known.hash)) return true;
    made.set(page.path, known);
    return false;
  });
  const make = makerFor(left.length);
  let [next, done] = [0, 0];
  const work = async () => {
    while (next < left.length) {
      const page = left[next++]!;
      const { hash: stored, images, uses } = await make(page);
      const used = divided(uses);
      made.set(page.path, { hash: stored, images, ...used, key: keyOf(used) });
      done += 1;
      onPage(done, left.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  // In the order of the routes, so that equal versions have equal manifests.
  return {
    pages: new Map(all.map(({ path }) => [path, made.get(path)!])),
    rendered: left.map(({ path }) => path),
  };
}

/** Gives the key of what a page used: equal only while all these facts are equal. */
function pageKeys(digestOf: FactDigests): (page: Pick<MadePage, 'common' | 'own'>) => string {
  const hashOf = (names: readonly string[], first = '') => {
    let text = first;
    for (const name of names) text += `${name} ${digestOf(name)}\n`;
    return hash('sha1', text, 'base64url');
  };
  // Pages of one kind have the same array.
  const shared = new WeakMap<readonly string[], string>();
  return ({ common, own }) => {
    const first = shared.get(common) ?? hashOf(common);
    shared.set(common, first);
    return hashOf(own, first).slice(0, 16);
  };
}

/** From this number of pages on threads are faster, although each has to read the content first: the more there is. */
const manyOf = (content: Content): number => Math.max(150, content.properties.length / 15);
/** So many pages and more have a thread on each core. */
const MOST_SHARED = 5000;
/** A property is on about as many pages: its own, those of similar ones and lists, in each language. */
const PAGES_OF_CHANGE = 12;

/**
 * Makes the pages of a content: in this process when only few have changed, in this process and in threads when more
 * have, and in threads when there was no version before.
 */
export async function makeAll({
  bundleDir,
  content,
  site,
  digestOf,
  siteUrl,
  dataDir,
  scratchDir,
  store,
  before,
  changed = 0,
  onPage,
}: {
  bundleDir: string;
  content: Content;
  site: Site;
  digestOf: FactDigests;
  siteUrl: string;
  dataDir: string;
  /** For the content as the threads read it. */
  scratchDir: string;
  store: PageStore;
  before: ReadonlyMap<string, MadePage>;
  /** Number of properties that are known to have changed since the version before. */
  changed?: number;
  onPage?: ((done: number, all: number) => void) | undefined;
}): ReturnType<typeof makePages> {
  const contentFile = join(scratchDir, 'content.json');
  let threads: PageThreads | undefined;
  const inThreads = (number: number) => {
    // The file holds private data and is removed as soon as it was used.
    if (!threads) writeFileSync(contentFile, JSON.stringify(content), { mode: 0o600 });
    threads ??= openPageThreads({ bundleDir, threads: number, contentFile, siteUrl, dataDir });
    return threads;
  };
  try {
    const here = before.size > 0 ? await renderHere({ bundleDir, content, site, siteUrl, store }) : null;
    const [each, beside] = [threadsBeside(0), threadsBeside(1)];
    const isShared = (pages: number) => beside > 0 && pages < MOST_SHARED;
    const threadsFor = (pages: number) => inThreads(isShared(pages) ? beside : each);
    // The threads read the content while this process finds out which pages have changed.
    if (here && changed * PAGES_OF_CHANGE >= manyOf(content)) threadsFor(changed * PAGES_OF_CHANGE);
    const all = await (here ?? inThreads(each)).all();
    const makerFor = (pages: number): MakePage => {
      if (here && !threads && pages < manyOf(content)) return here.make;
      const own = here ? threadsFor(pages) : inThreads(each);
      return here && (isShared(pages) || own.count < each) ? shareOut(here.make, own) : own.make;
    };
    return await makePages({ all, makerFor, before, digestOf, store, onPage });
  } finally {
    await threads?.close();
    rmSync(contentFile, { force: true });
  }
}
