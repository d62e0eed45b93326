import type { APIRoute } from 'astro';
import { matches } from '../../domain/listings/matching.ts';
import { parseListingQuery } from '../../domain/listings/parse-listing-query.ts';
import { labelsIn } from '../../i18n/labels.ts';

export const prerender = false;

/** `GET /api/count?goal=&language=&<filters>`: how many homes that can be had a filter gives, and the words for the button. */
export const GET: APIRoute = ({ url, locals }) => {
  const { site } = locals;
  const language = site.languages.find((code) => code === url.searchParams.get('language')) ?? site.defaultLanguage;
  const goal = url.searchParams.get('goal') === 'rent' ? 'rent' : 'sale';
  const { query } = parseListingQuery(url.searchParams, goal, site.propertyTypes, site.settings.site.hideSoldInLists);
  const count = site.facts.filter((listing) => !listing.gone && matches(listing, query)).length;
  return Response.json({ count, text: labelsIn(language)('SHOW_COUNT', { count }) });
};
