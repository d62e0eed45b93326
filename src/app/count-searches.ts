import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Site } from '../content/site/site.ts';
import { type SearchedPage, searchedPage } from '../features/statistics/searched-page.server.ts';
import type { AppServices } from './services.ts';

interface Parts {
  site: Site;
  services: Pick<AppServices, 'searches' | 'ipAddressOf'>;
  log: { error(facts: object, message: string): void };
}

/** Whether the server makes a filtered list at this internal path. */
export const isListPath = (inner: string): boolean => inner.startsWith('/_list/');

const MOST_KEPT = 2000;
const LONGEST_KEPT = 500;

/** Hands the searches of visitors to the counter, after each response: no visitor waits for it. */
export interface SearchCounts {
  /** Counts a filtered list or a page of the search text once its response has been sent. */
  onDemand(
    request: IncomingMessage,
    response: ServerResponse,
    wanted: Readonly<Record<'inner' | 'requestPath', string>>,
  ): void;
  /** What the prerendered list at a path searches; null for another file. */
  ofFile(path: string): SearchedPage | null;
  /** Counts a prerendered list that has been sent. */
  file(request: IncomingMessage, response: ServerResponse, page: SearchedPage | null): void;
}

/** Opens the counts of one version. */
export function openSearchCounts({ site, services, log }: Parts): SearchCounts {
  const searchPages = new Set(site.languages.map((language) => site.paths.to('search', language)));
  const known = new LRUCache<string, SearchedPage>({ max: MOST_KEPT });
  const pageAt = (requestPath: string): SearchedPage => {
    const found = known.get(requestPath) ?? searchedPage(site, requestPath);
    if (requestPath.length < LONGEST_KEPT) known.set(requestPath, found);
    return found;
  };
  const see = (request: IncomingMessage, ipAddress: string, page: SearchedPage) => {
    const headers = { get: (name: string) => [request.headers[name] ?? []].flat()[0] ?? null };
    services.searches.see({ page, ipAddress, headers });
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      log.error({ err: error }, 'a search could not be counted');
    }
  };
  return {
    onDemand(request, response, { inner, requestPath }) {
      if (!services.searches.isOn || request.method !== 'GET' || !(isListPath(inner) || searchPages.has(inner))) return;
      // A closed connection has no address any more.
      const ipAddress = services.ipAddressOf(request);
      response.once('finish', () => {
        // A redirect leads to the list that is counted.
        if (response.statusCode === 200) guarded(() => see(request, ipAddress, pageAt(requestPath)));
      });
    },
    ofFile(path) {
      if (!path.endsWith('/') || !services.searches.isOn) return null;
      const page = searchedPage(site, path);
      return page.kinds.length > 0 ? page : null;
    },
    file(request, response, page) {
      if (!page || request.method !== 'GET' || (response.statusCode !== 200 && response.statusCode !== 304)) return;
      guarded(() => see(request, services.ipAddressOf(request), page));
    },
  };
}
