import * as z from 'zod';
import { changedShortlist, SHORTLIST_COOKIE, shortlistOf } from '../../features/shortlist/shortlist.ts';
import { endpoint, propertyNumber, seeOther } from '../../platform/http/action.server.ts';
import { cookieOf, setCookie } from '../../platform/http/cookies.ts';

export const prerender = false;
const YEAR_SECONDS = 31_536_000;

/**
 * `POST /api/shortlist` with `property` and `action` (`add` or `remove`): saves a property on this device; redirects to
 * the shortlist, which names what was removed.
 */
export const POST = endpoint({
  body: { kind: 'plain' },
  input: z.object({ property: propertyNumber, action: z.enum(['add', 'remove']).catch('add') }),
  run({ property, action }, { site, language, request }) {
    const isAdded = action === 'add';
    if (isAdded && !site.listing(property)) return { problem: 'unknown-property' };
    const before = shortlistOf(cookieOf(request.headers.get('cookie'), SHORTLIST_COOKIE) ?? undefined);
    const cookie = setCookie(SHORTLIST_COOKIE, changedShortlist(before, property, isAdded), {
      maxAge: YEAR_SECONDS,
      secure: request.headers.get('origin')?.startsWith('https:') ?? false,
    });
    return request.headers.get('accept')?.includes('application/json')
      ? Response.json({ ok: true, saved: isAdded }, { headers: { 'Set-Cookie': cookie } })
      : seeOther(`${site.paths.to('shortlist', language)}${isAdded ? '' : `?removed=${property}`}`, [cookie]);
  },
});
