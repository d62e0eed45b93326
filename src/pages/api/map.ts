import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { FILTER_KEYS } from '../../domain/listings/listing-query.ts';
import { parseListingQuery } from '../../domain/listings/parse-listing-query.ts';
import type { Listing } from '../../domain/property/listing.ts';
import { endpoint, problemResponse, propertyNumber } from '../../routes/endpoint.ts';
import { mapResponse } from '../../routes/map-response.ts';
import type { Site } from '../../server/catalogue/site/site.ts';
import { isNotModified } from '../../server/platform/http/conditional-request.ts';

export const prerender = false;

/** Maps that are cached per version: one of 10,000 properties is 2 MB of JSON. */
const MAX_CACHED = 12;
const caches = new WeakMap<Site, LRUCache<string, { body: string; etag: string }>>();

/**
 * `GET /api/map?goal=&language=&<filters>`: all hits of a filter with their public places; with `home=` one property.
 */
export const GET = endpoint({
  input: z.object({ goal: z.enum(['sale', 'rent']).catch('sale'), home: propertyNumber.optional() }),
  run({ goal, home }, { site, language, query: search, request }) {
    const listings = home === undefined ? matchingListings(site, goal, search) : listingsOf(site.listing(home));
    if (!listings) return problemResponse('unknown-property');
    const relevant = [...search].filter(([name]) => ['goal', 'town', 'home', ...FILTER_KEYS].includes(name)).sort();
    const cache = caches.get(site) ?? new LRUCache({ max: MAX_CACHED });
    caches.set(site, cache);
    const key = JSON.stringify([language, relevant]);
    const known = cache.get(key) ?? withTag(JSON.stringify(mapResponse(site, language, listings, home !== undefined)));
    cache.set(key, known);
    const headers = {
      ETag: known.etag,
      'Cache-Control': 'private, no-cache',
      'Content-Type': 'application/json; charset=utf-8',
    };
    if (isNotModified(request.headers.get('if-none-match'), known.etag))
      return new Response(null, { status: 304, headers });
    return new Response(known.body, { headers });
  },
});

const listingsOf = (listing: Listing | null) => listing && [listing];

/** The hits of a filter in the order of the list, within a town if the query names one. */
function matchingListings(site: Site, goal: 'sale' | 'rent', search: URLSearchParams): Listing[] {
  const { query } = parseListingQuery(search, goal, site, site.settings.site.hideSoldInLists);
  const town = search.get('town');
  return site.find(query).listings.filter((listing) => town === null || site.townOf(listing)?.key === town);
}

const withTag = (body: string) => ({
  body,
  etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
});
