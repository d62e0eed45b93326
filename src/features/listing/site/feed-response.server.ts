import type { APIContext } from 'astro';
import { FEED_HEADERS } from '../../../platform/http/policy.server.ts';
import { listingFeed } from '../listing-feed.server.ts';
import { FILTER_KEYS, parseListingQuery } from '../listing-query.ts';
import { criteriaInWords } from './list.view.ts';

const IN_FEEDS: readonly string[] = FILTER_KEYS.filter((key) => !['page', 'sort', 'sold'].includes(key));

/** The newest properties of the list whose path precedes the feed's file name, with the filters of that list. */
export async function feedResponse({ locals, url }: APIContext, kind: 'rss' | 'json'): Promise<Response> {
  const { site, language, t, services, siteUrl, query: asked } = locals;
  const goal = site.paths.rowAt(url.pathname)?.name === 'for-rent' ? 'rent' : 'sale';
  const past = (await services?.listings.hiddenIds()) ?? new Set<number>();
  const filters = new URLSearchParams([...asked].filter(([key, value]) => IN_FEEDS.includes(key) && value !== ''));
  const { query } = parseListingQuery(filters, goal, site);
  const search = filters.size > 0 ? `?${filters}` : '';
  const criteria = criteriaInWords({ site, language, t }, { query, path: '', search });
  const words = criteria.map(({ text }) => text).join(', ');
  const feed = listingFeed({ site, query, search, words, language, t, siteUrl, past });
  const type = kind === 'rss' ? 'application/rss+xml' : 'application/feed+json';
  return new Response(kind === 'rss' ? feed.rss2() : feed.json1(), {
    headers: { ...FEED_HEADERS, 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
