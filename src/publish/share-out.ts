import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { MakePage } from './make-pages.ts';
import type { PageThreads } from './page-threads.ts';

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
