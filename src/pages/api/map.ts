import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Site } from '../../content/site/site.ts';
import { drawnArea } from '../../features/listing/area.ts';
import { FILTER_KEYS, parseListingQuery } from '../../features/listing/listing-query.ts';
import { mapResponse } from '../../features/map/map-response.server.ts';
import { endpoint, propertyNumber } from '../../platform/http/action.server.ts';
import { isNotModified } from '../../platform/http/conditional-request.server.ts';

export const prerender = false;

/** Maps that are cached per version: one of 10,000 properties is 2 MB of JSON. */
const MAX_CACHED = 12;
const caches = new WeakMap<Site, LRUCache<string, { body: string; etag: string }>>();

/**
 * `GET /api/map?goal=&language=&<filters>`: all hits of a filter with their public places; with `home=` one property.
 */
export const GET = endpoint({
  input: z.object({ goal: z.enum(['sale', 'rent']).catch('sale'), home: propertyNumber.optional() }),
  async run({ goal, home }, { site, services, language, query: search, request }) {
    const streets = await services.streets.setup();
    const relevant = [...search].filter(([name]) => ['goal', 'town', 'home', ...FILTER_KEYS].includes(name)).sort();
    const cache = caches.get(site) ?? new LRUCache({ max: MAX_CACHED });
    caches.set(site, cache);
    const key = JSON.stringify([language, streets?.url, relevant]);
    const known = cache.get(key) ?? bodyOf();
    if (!known) return { problem: 'unknown-property' };
    cache.set(key, known);
    const headers = {
      ETag: known.etag,
      'Cache-Control': 'private, no-cache',
      'Content-Type': 'application/json; charset=utf-8',
    };
    if (isNotModified(request.headers.get('if-none-match'), known.etag))
      return new Response(null, { status: 304, headers });
    return new Response(known.body, { headers });

    function bodyOf() {
      const { listings, drawn } = home === undefined ? matchingListings(site, goal, search) : oneListing(site, home);
      if (!listings) return null;
      const around = { streets, outline: drawn?.outline ?? null, view: drawn?.bounds ?? null };
      return withTag(JSON.stringify(mapResponse({ site, language, single: home !== undefined, around }, listings)));
    }
  },
});

function oneListing(site: Site, id: number) {
  const listing = site.listing(id);
  return { listings: listing && [listing], drawn: null };
}

/**
 * The hits of a filter in the order of the list, within a town if the query names one. The part of the map in view is
 * no filter of the map: the visitor would never see what is beside it.
 */
function matchingListings(site: Site, goal: 'sale' | 'rent', search: URLSearchParams) {
  const { query } = parseListingQuery(search, goal, site, site.settings.site.hideSoldInLists);
  const { drawn } = query;
  const outline = drawn?.outline ? drawnArea(drawn.outline, null, site.cities) : null;
  const town = search.get('town');
  const { listings } = site.find({ ...query, drawn: outline });
  return { drawn, listings: listings.filter((listing) => town === null || site.townOf(listing)?.key === town) };
}

const withTag = (body: string) => ({
  body,
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});
