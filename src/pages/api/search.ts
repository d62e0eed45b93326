import * as z from 'zod';
import type { Site } from '../../content/site/site.ts';
import { criteriaInWords } from '../../features/listing/site/list.view.ts';
import { propertyHitsOf } from '../../features/search/search-index.server.ts';
import {
  MOST_HITS,
  type PropertyHit,
  type PropertyHitsResponse,
  propertyFinderOf,
} from '../../features/search/search-index.ts';
import { searchPhrase } from '../../features/search/search-phrase.view.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { endpoint, textField } from '../../platform/http/action.server.ts';
import { thumbUrl } from '../../ui/media-url.ts';

export const prerender = false;

interface Finder {
  byReference: ReturnType<typeof propertyFinderOf>;
  byId: ReadonlyMap<number, PropertyHit>;
}

const finders = new WeakMap<Site, Map<string, Finder>>();

/**
 * `GET /api/search?q=&language=`: properties by reference or street for the search box, and what a phrase asks for,
 * with the numbers of its two lists.
 */
export const GET = endpoint({
  input: z.object({ q: textField(100), language: z.string('unknown-language') }),
  run({ q, language }, { site }) {
    if (!site.languages.includes(language)) return { problem: 'unknown-language' };
    const { byReference, byId } = finderOf(site, language);
    const result = searchPhrase(site, language, q);
    const inStreet = (result?.inStreet ?? []).flatMap(({ id }) => byId.get(id) ?? []);
    const found = [...new Set([...byReference(q, MOST_HITS + 1), ...inStreet])];
    const response: PropertyHitsResponse = {
      properties: found.slice(0, MOST_HITS),
      whole: found.length <= MOST_HITS,
      phrase: result && phraseOf(result, site, language),
    };
    return Response.json(response, { headers: { 'Cache-Control': 'private, max-age=60' } });
  },
});

function finderOf(site: Site, language: string): Finder {
  const all = finders.get(site) ?? new Map<string, Finder>();
  finders.set(site, all);
  const known = all.get(language);
  if (known) return known;
  const hits = propertyHitsOf(site, language, thumbUrl);
  const made = { byReference: propertyFinderOf(hits), byId: new Map(hits.map((hit) => [hit.id, hit])) };
  all.set(language, made);
  return made;
}

function phraseOf(
  { understood, lists }: NonNullable<ReturnType<typeof searchPhrase>>,
  site: Site,
  language: string,
): PropertyHitsResponse['phrase'] {
  const { query, search, href } = lists[understood.goal ?? 'sale'];
  const chips = criteriaInWords({ site, language, t: labelsIn(language) }, { query, path: href, search });
  if (chips.length === 0) return null;
  const list = (goal: 'sale' | 'rent'): [string, number] =>
    lists[goal].free > 0 && understood.goal !== (goal === 'sale' ? 'rent' : 'sale')
      ? [lists[goal].href, lists[goal].free]
      : ['', 0];
  return {
    name: chips.map(({ text }) => text).join(' · '),
    sale: list('sale'),
    rent: list('rent'),
    unknown: understood.unknown,
  };
}
