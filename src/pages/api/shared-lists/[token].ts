import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import {
  authorOf,
  NAME_COOKIE,
  noteOf,
  type Said,
  SHARED_DAYS,
  writerIn,
} from '../../../features/shortlist/shortlist.ts';
import { endpoint, propertyNumber, seeOther, textField } from '../../../platform/http/action.server.ts';
import { cookieOf, setCookie } from '../../../platform/http/cookies.ts';

export const prerender = false;
const NAME_SECONDS = SHARED_DAYS * 86_400;
const LONGEST_RAW_NAME = 200;

/**
 * `POST /api/shared-lists/{token}` with `action`: `name` remembers who writes, `mark` keeps the hearts (`liked-{id}`)
 * and notes (`note-{id}`) of this visitor, `remove` takes a property off, `end` deletes the list. Redirects to the page
 * of the list, which says what was done.
 */
export const POST = endpoint({
  body: { kind: 'plain' },
  input: z.looseObject({
    token: textField(100),
    action: z.enum(['name', 'mark', 'remove', 'end']),
    name: textField(LONGEST_RAW_NAME),
    property: propertyNumber.optional().catch(undefined),
  }),
  async run({ token, action, name, property, ...fields }, { services, language, request, ipAddress }) {
    const href = `/${language}/s/${encodeURIComponent(token)}/`;
    const writer = writerIn(cookieOf(request.headers.get('cookie'), NAME_COOKIE));
    if (action === 'name') {
      const author = authorOf(name);
      if (!author) return { to: `${href}?name=missing` };
      const secure = request.headers.get('origin')?.startsWith('https:') ?? false;
      const value = `${writer?.secret ?? randomBytes(12).toString('base64url')}.${author}`;
      return seeOther(href, [setCookie(NAME_COOKIE, value, { maxAge: NAME_SECONDS, secure, httpOnly: true })]);
    }
    // Who takes something away has given a name first, like everybody who writes.
    if (!writer) return { to: `${href}?name=missing` };
    if (action === 'remove' && property === undefined) return { problem: 'unknown-property' };
    const change =
      action === 'end'
        ? ({ do: 'end' } as const)
        : action === 'remove'
          ? ({ do: 'remove', property: property ?? 0 } as const)
          : ({ do: 'mark', writer, said: saidIn(fields) } as const);
    const result = await services.sharedLists.change(token, change, ipAddress);
    if (result === 'too-often') return { problem: 'too-often' };
    return { to: `${href}?${result === 'ok' ? STATES[action] : result}` };
  },
});

const STATES = { mark: 'saved', remove: 'removed', end: 'ended' } as const;
const MOST = 60;

/** The hearts and notes in the fields of the form. */
function saidIn(fields: Readonly<Record<string, unknown>>): Said[] {
  return Object.entries(fields)
    .filter(([field]) => /^note-\d{1,12}$/.test(field))
    .slice(0, MOST)
    .map(([field, note]) => {
      const property = Number(field.slice('note-'.length));
      return { property, isLiked: fields[`liked-${property}`] === '1', note: noteOf(String(note).slice(0, 5000)) };
    });
}
