import * as z from 'zod';
import { authorOf, LONGEST_NOTE, NAME_COOKIE, noteOf } from '../../../domain/listings/shared-list.ts';
import { endpoint, problemResponse, propertyNumber, seeOther, textOfLength } from '../../../routes/endpoint.ts';
import { cookieOf, setCookie } from '../../../server/platform/http/cookies.ts';

export const prerender = false;
const NINETY_DAYS_SECONDS = 7_776_000;
const [MOST_TYPED, LONGEST_RAW_NAME] = [LONGEST_NOTE * 2, 200];

/**
 * `POST /api/shared-lists/{token}` with `action`: `name` remembers who writes, `mark` keeps a heart and a note of a
 * property, `remove` takes a property off, `end` deletes the list. Redirects to the page of the list.
 */
export const POST = endpoint({
  body: 'plain',
  input: z.object({
    token: textOfLength(100),
    action: z.enum(['name', 'mark', 'remove', 'end']),
    name: textOfLength(LONGEST_RAW_NAME),
    property: propertyNumber.optional().catch(undefined),
    liked: z.literal('1').optional().catch(undefined),
    note: textOfLength(MOST_TYPED),
  }),
  async run({ token, action, name, property, liked, note }, { services, language, request, ipAddress }) {
    const href = `/${language}/s/${encodeURIComponent(token)}/`;
    if (action === 'name') {
      const author = authorOf(name);
      if (!author) return seeOther(`${href}?name=missing`);
      const secure = request.headers.get('origin')?.startsWith('https:') ?? false;
      return seeOther(href, [setCookie(NAME_COOKIE, author, { maxAge: NINETY_DAYS_SECONDS, secure, httpOnly: true })]);
    }
    const author = authorOf(cookieOf(request.headers.get('cookie'), NAME_COOKIE) ?? '');
    if (action === 'mark' && !author) return seeOther(`${href}?name=missing`);
    if (action !== 'end' && property === undefined) return problemResponse('unknown-property');
    const change =
      action === 'end'
        ? ({ do: 'end' } as const)
        : action === 'remove'
          ? ({ do: 'remove', property: property ?? 0 } as const)
          : ({ do: 'mark', property: property ?? 0, author, isLiked: liked === '1', note: noteOf(note) } as const);
    const result = await services.sharedLists.change(token, change, ipAddress);
    if (result === 'too-often') return problemResponse('too-often');
    return seeOther(result === 'full' ? `${href}?full` : `${href}${property ? `#property-${property}` : ''}`);
  },
});
