import type { APIContext } from 'astro';
import { listingFeed } from '../server/catalogue/feeds/listing-feed.ts';

/** The newest properties of the list whose path precedes the feed's file name. */
export async function feedResponse({ locals, url }: APIContext, kind: 'rss' | 'json'): Promise<Response> {
  const { site, language, t, services, siteUrl } = locals;
  const goal = site.paths.find(url.pathname)?.name === 'for-rent' ? 'rent' : 'sale';
  const past = (await services?.listings.hiddenIds()) ?? new Set<number>();
  const feed = listingFeed({ site, goal, language, t, siteUrl, past });
  const type = kind === 'rss' ? 'application/rss+xml' : 'application/feed+json';
  return new Response(kind === 'rss' ? feed.rss2() : feed.json1(), {
    headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, max-age=3600' },
  });
}
