import type { APIRoute } from 'astro';
import { searcherOf } from '../../domain/search-index.ts';
import { searchIndexOf } from '../../server/site/search-index-of.ts';
import type { Site } from '../../server/site/site.ts';

import { thumbAddress } from '../../ui/media-address.ts';

export const prerender = false;

const searchers = new WeakMap<Site, Map<string, ReturnType<typeof searcherOf>>>();

/** `GET /api/search?q=&language=`: what the search box shows, for sites too large to hand it the whole index. */
export const GET: APIRoute = ({ url, locals }) => {
  const { site } = locals;
  const language = url.searchParams.get('language') ?? '';
  if (!site.languages.includes(language)) return Response.json({ ok: false, problem: 'unknown-language' }, { status: 400 });
  const known = searchers.get(site) ?? new Map();
  searchers.set(site, known);
  const search = known.get(language) ?? searcherOf(searchIndexOf(site, language, thumbAddress));
  known.set(language, search);
  const hits = search((url.searchParams.get('q') ?? '').slice(0, 60));
  return Response.json(hits, { headers: { 'Cache-Control': 'private, max-age=60' } });
};
