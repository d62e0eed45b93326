import * as z from 'zod';
import { propertyFinderOf } from '../../domain/listings/find-properties.ts';
import { MOST_HITS, type PropertyHitsResponse } from '../../domain/listings/search-index.ts';
import { endpoint, problemResponse, textOfLength } from '../../routes/endpoint.ts';
import { propertyHitsOf } from '../../server/catalogue/search/search-index.ts';
import type { Site } from '../../server/catalogue/site/site.ts';
import { thumbUrl } from '../../ui/media-url.ts';

export const prerender = false;

const finders = new WeakMap<Site, Map<string, ReturnType<typeof propertyFinderOf>>>();

/** `GET /api/search?q=&language=`: the properties for the search box, on sites with too many to send them all. */
export const GET = endpoint({
  input: z.object({ q: textOfLength(60), language: z.string('unknown-language') }),
  run({ q, language }, { site }) {
    if (!site.languages.includes(language)) return problemResponse('unknown-language');
    const known = finders.get(site) ?? new Map();
    finders.set(site, known);
    const find = known.get(language) ?? propertyFinderOf(propertyHitsOf(site, language, thumbUrl));
    known.set(language, find);
    const found = find(q, MOST_HITS + 1);
    const response: PropertyHitsResponse = { properties: found.slice(0, MOST_HITS), whole: found.length <= MOST_HITS };
    return Response.json(response, { headers: { 'Cache-Control': 'private, max-age=60' } });
  },
});
