import * as z from 'zod';
import { SHORTLIST_COOKIE, shortlistOf } from '../../features/shortlist/shortlist.ts';
import { endpoint, seeOther } from '../../platform/http/action.server.ts';
import { cookieOf } from '../../platform/http/cookies.ts';

export const prerender = false;

/** `POST /api/share-list`: shares the shortlist of this visitor; redirects to the page of the new link. */
export const POST = endpoint({
  body: { kind: 'plain' },
  input: z.object({}),
  async run(_input, { site, services, language, request, ipAddress }) {
    const cookie = cookieOf(request.headers.get('cookie'), SHORTLIST_COOKIE);
    const properties = shortlistOf(cookie).filter((id) => site.listing(id));
    if (properties.length === 0) return { to: site.paths.to('shortlist', language) };
    const token = await services.sharedLists.create(properties, ipAddress);
    return token ? seeOther(`/${language}/s/${token}/`) : { problem: 'too-often' };
  },
});
