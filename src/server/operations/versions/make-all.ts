import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../catalogue/content/content.ts';
import type { FactDigests } from '../../catalogue/site/fact-digests.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { MadePage } from './made-pages.ts';
import { type MakePage, makePages } from './make-pages.ts';
import type { PageStore } from './page-store.ts';
import { openPageThreads, type PageThreads } from './page-threads.ts';
import { renderHere } from './render-here.ts';

/** From this number of pages on threads are faster, although each has to read the content first: the more there is. */
const manyOf = (content: Content): number => Math.max(150, content.properties.length / 15);

/** Makes the pages of a content: in this process when only few have changed, else in threads. */
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
}): ReturnType<typeof makePages> {
  const contentFile = join(scratchDir, 'content.json');
  let threads: PageThreads | undefined;
  const inThreads = () => {
    // The file holds private data and is removed as soon as it was used.
    if (!threads) writeFileSync(contentFile, JSON.stringify(content), { mode: 0o600 });
    threads ??= openPageThreads({ bundleDir, contentFile, siteUrl, dataDir });
    return threads;
  };
  try {
    const here = before.size > 0 ? await renderHere({ bundleDir, content, site, siteUrl, store }) : null;
    const all = await (here ?? inThreads()).all();
    const makerFor = (pages: number): MakePage => (here && pages < manyOf(content) ? here.make : inThreads().make);
    return await makePages({ all, makerFor, before, digestOf, store });
  } finally {
    await threads?.close();
    rmSync(contentFile, { force: true });
  }
}
