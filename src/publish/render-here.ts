import { pathToFileURL } from 'node:url';
import type { Content } from '../content/content.ts';
import type { Site } from '../content/site/site.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import type { openPages, WantedPage } from './bundle/page-entry.ts';
import type { PageStore } from './page-store.ts';
import type { StoredPage } from './page-thread.ts';
import { pagesEntryOf } from './page-threads.ts';

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
export function pageFailure({ path }: WantedPage, error: unknown): Error {
  const said = errorMessage(error);
  return new Error(`the page ${path} could not be made: ${said}`, { cause: error });
}
