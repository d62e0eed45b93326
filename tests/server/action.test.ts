import { expect, test } from 'vitest';
import * as z from 'zod';
import { postedRows } from '../../src/features/staff/studio/studio-action.view.ts';
import {
  type Action,
  action,
  type BodyRule,
  perform,
  textField,
  textFields,
} from '../../src/platform/http/action.server.ts';

const LOCALS = { site: { languages: ['nl', 'fr'], defaultLanguage: 'nl' }, services: {}, language: 'fr' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Sent {
  query?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Performs an action as a posted request. */
function post(steps: Action<z.ZodType, null, string>, { query = '', body = '', headers = FORM }: Sent) {
  const request = new Request(`http://localhost/?${query}`, { method: 'POST', body, headers });
  const locals = { ...LOCALS, query: new URLSearchParams(query) } as unknown as App.Locals;
  return perform(steps, request, locals, { id: 'of the path' });
}

const input = z.object({ id: z.string(), name: textField(20) });
const seen = (body: BodyRule) =>
  action({
    input,
    body,
    run: ({ id, name }, { language }) => Response.json([id, name, language]),
  }) as Action<z.ZodType, null, string>;

test.each([
  ['form', '', 'nl'],
  ['large', '', 'fr'],
  ['plain', 'of the address', 'fr'],
] as const)('the query of a %s fills in: "%s"', async (kind, name, language) => {
  const response = await post(seen({ kind }), { query: 'name=of the address&id=x', body: 'other=1' });
  expect(response instanceof Response && (await response.json())).toEqual(['of the path', name, language]);
  const posted = await post(seen({ kind }), { query: 'name=x', body: 'name=posted&id=x&language=fr' });
  expect(posted instanceof Response && (await posted.json())).toEqual(['of the path', 'posted', 'fr']);
});

test.each([
  [undefined, '', []],
  ['text', 'text', ['text']],
  [['first', 'second'], 'first', ['first', 'second']],
  ['a\0bcdefgh', 'abcde', ['a\0bcdefgh']],
  [7, '', []],
  [{ toString: () => 'x' }, '', []],
  [[{}, 'second'], '', ['second']],
])('a posted %j is the text "%s"', (posted, text, all) => {
  const fields = posted === undefined ? {} : { one: posted, more: posted };
  expect(z.object({ one: textField(5), more: textFields }).parse(fields)).toEqual({ one: text, more: all });
});

test('rows are read by their numbers, and a field that a row lacks is empty', () => {
  const rows = postedRows({ id: textField(3), text: textField() });
  const raw = { 'id-7': 'abcdef', 'text-7': 'seven', 'id-2': ['b', 'c'], 'id-9': 'not asked for' };
  expect(rows(['7', '2', '5'], { body: { ok: true, json: false, raw } })).toEqual([
    { id: 'abc', text: 'seven' },
    { id: 'b', text: '' },
    { id: '', text: '' },
  ]);
});

test('a script that is sent elsewhere gets JSON with the cookies, and without JSON the redirect', async () => {
  const leading = (json?: object) =>
    action({ input, run: () => ({ to: '/there/', cookies: ['a=1', 'b=2'], ...(json && { json }) }) }) as Action<
      z.ZodType,
      null,
      string
    >;
  const asked = { body: '{"name":"An"}', headers: { 'Content-Type': 'application/json' } };
  const [withJson, without] = await Promise.all([post(leading({ ok: true }), asked), post(leading(), asked)]);
  if (!(withJson instanceof Response && without instanceof Response)) throw new Error('A page is no response');
  expect([withJson.status, withJson.headers.getSetCookie()]).toEqual([200, ['a=1', 'b=2']]);
  expect([without.status, without.headers.get('Location'), without.headers.getSetCookie()]).toEqual([
    ...[303, '/there/'],
    ['a=1', 'b=2'],
  ]);
});

test('a refusal shows the page again with its status, and is JSON for a script', async () => {
  const refusing = action<typeof input, null, string>({
    input,
    run: () => ({ problem: 'too-often', retryAfterSeconds: 9 }),
    view: ({ name }) => `again: ${name}`,
  }) as Action<z.ZodType, null, string>;
  expect(await post(refusing, { body: 'name=An' })).toMatchObject({
    view: 'again: An',
    status: 429,
    headers: { 'Retry-After': '9' },
    refusal: { problem: 'too-often' },
  });
  const json = await post(refusing, { body: '{"name":"An"}', headers: { 'content-type': 'application/json' } });
  expect(json).toMatchObject({ status: 429 });
  expect(json instanceof Response && (await json.json())).toEqual({ ok: false, problem: 'too-often' });
});

test('what is refused before the body is read reads nothing, and what cannot be read has its own page', async () => {
  const steps: string[] = [];
  const guarded = (isOpen: boolean) =>
    action<typeof input, null, string>({
      input,
      admit: async () => (isOpen ? null : { to: '/login/' }),
      unread: (problem) => ({ to: `/form/?said=${problem}` }),
      async authorise() {
        steps.push('authorise');
        return { refused: { view: 'not you', status: 401 } };
      },
      run() {
        steps.push('run');
        return { to: '/done/' };
      },
    }) as Action<z.ZodType, null, string>;
  const location = async (isOpen: boolean, sent: Sent) => {
    const made = await post(guarded(isOpen), sent);
    return made instanceof Response ? made.headers.get('location') : `${made.status} ${made.view}`;
  };
  expect(await location(false, { body: 'name=An' })).toBe('/login/');
  expect(await location(true, { body: 'x', headers: { 'content-type': 'text/plain' } })).toBe(
    '/form/?said=unsupported-type',
  );
  expect(steps).toEqual([]);
  expect(await location(true, { body: 'name=An' })).toBe('401 not you');
  expect(steps).toEqual(['authorise']);
});
