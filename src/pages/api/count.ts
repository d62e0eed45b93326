import * as z from 'zod';
import { matches } from '../../domain/listings/matching.ts';
import { parseListingQuery } from '../../domain/listings/parse-listing-query.ts';
import { labelsIn } from '../../i18n/labels.ts';
import { endpoint } from '../../routes/endpoint.ts';

export const prerender = false;

/**
 * `GET /api/count?goal=&language=&<filters>`: the number of available properties that a filter matches, and the text of
 * the button.
 */
export const GET = endpoint({
  input: z.object({ goal: z.enum(['sale', 'rent']).catch('sale') }),
  run({ goal }, { site, language, query: search }) {
    const { query } = parseListingQuery(search, goal, site.propertyTypes, site.settings.site.hideSoldInLists);
    const count = site.facts.filter((listing) => !listing.gone && matches(listing, query)).length;
    return Response.json({ count, text: labelsIn(language)('SHOW_COUNT', { count }) });
  },
});
