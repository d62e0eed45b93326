import * as z from 'zod';
import { parseListingQuery } from '../../features/listing/listing-query.ts';
import { facetsOf } from '../../features/listing/matching.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { localized } from '../../i18n/languages.ts';
import { endpoint } from '../../platform/http/action.server.ts';

export const prerender = false;

/**
 * `GET /api/count?goal=&language=&<filters>`: the number of available properties that a filter matches, the text of the
 * button, the sentence that is said, and by `name=value` what each further choice would find; those that would find
 * nothing are left out.
 */
export const GET = endpoint({
  input: z.object({ goal: z.enum(['sale', 'rent']).catch('sale') }),
  run({ goal }, { site, language, query: search }) {
    const { query } = parseListingQuery(search, goal, site, site.settings.site.hideSoldInLists);
    const { count, features, types, towns } = facetsOf(query, site.find);
    const counts = Object.fromEntries([
      ...[...features].map(([feature, found]) => [`${feature}=1`, found]),
      ...site.propertyTypes.map(({ key, WebID }) => [`type=${WebID}`, types.get(key)]),
      ...site.towns.map(({ key, name, zip }) => [`city=${localized(name, language)}|${zip}`, towns.get(key)]),
    ]) as Record<string, number | undefined>;
    const t = labelsIn(language);
    return Response.json({ count, text: t('SHOW_COUNT', { count }), said: t('FOUND_COUNT', { count }), counts });
  },
});
