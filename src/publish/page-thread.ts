// Runs in threads of its own (page-threads.ts): the pages of a bundle with the content of a version.

import { readFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { openPages, RenderedPage, WantedPage } from './bundle/page-entry.ts';
import { openPageStore } from './version-files.ts';

/** What a thread is started with. */
export interface ThreadData {
  /** The entry of the bundle. */
  entry: string;
  /** JSON of the content. */
  contentFile: string;
  siteUrl: string;
  dataDir: string;
}

/** A page that was rendered and stored. */
export interface StoredPage extends Omit<RenderedPage, 'body'> {
  hash: string;
}

const { entry, contentFile, siteUrl, dataDir } = workerData as ThreadData;
const bundle = (await import(entry)) as { openPages: typeof openPages };
const store = openPageStore(dataDir);
const pages = bundle.openPages({ content: JSON.parse(readFileSync(contentFile, 'utf8')), siteUrl });

/** Responds as soon as the content was read. */
export const ready = (): void => {};

/** All pages of the content. */
export const allPages = (): Promise<WantedPage[]> => pages.all();

/** Renders one page and stores it. */
export async function makePage(page: WantedPage): Promise<StoredPage> {
  const { body, ...rest } = await pages.render(page);
  return { hash: store.put(body), ...rest };
}
