import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../content/content.ts';
import type { FactDigests } from '../content/site/fact-digests.server.ts';
import type { Site } from '../content/site/site.ts';
import type { MadePage } from './made-pages.ts';
import { type MakePage, makePages } from './make-pages.ts';
import type { PageStore } from './page-store.ts';
import { openPageThreads, type PageThreads, threadsBeside } from './page-threads.ts';
import { renderHere } from './render-here.ts';
import { shareOut } from './share-out.ts';

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
