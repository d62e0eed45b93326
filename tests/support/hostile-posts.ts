import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { FORMS } from '../../src/features/lead/forms.ts';
import { anyCharacter } from './any-character.ts';
import { encoded, JSON_TYPE, json, type Post, pairsOf, right, type Send } from './post.ts';
import { VALID_VALUES } from './valid-values.ts';

const form = fc.constantFrom(...FORMS.map(({ name }) => name));
const NAMES = [
  'email',
  'firstName',
  'message',
  'token',
  'language',
  'page',
  'property',
  'types',
  'towns',
  'newsletter',
  'website',
  'proof',
  'captcha',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  '',
  '\0',
  'a[b][c]',
  'a.b',
];
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: anyCharacter, maxLength: 20 }));
const sign = fc.string({ unit: anyCharacter, maxLength: 60 });
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    {},
    [],
    [[]],
    [null],
    [{}],
    ['a', 'b'],
    { toString: 'x' },
    { $ne: null },
    '',
    '\0',
    'jan@exa\0mple.be',
    '\ud800',
    '💣'.repeat(500),
    'x'.repeat(60_000),
    '../../etc/passwd',
    "' OR 1=1 --",
    '<script>alert(1)</script>',
    '${7*7}',
    '{{constructor}}',
    'jan@example.be\r\nBcc: all@example.be',
    '%00',
    '\u202e',
    1e308,
    -0,
    9007199254740993,
  ),
  sign.map((text) => `\0${text}`),
  fc.array(sign, { maxLength: 5 }),
  fc.object({ maxDepth: 3 }),
);
const types = fc.constantFrom(
  undefined,
  'text/plain',
  'application/xml',
  'text/html',
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON;charset="x"',
  'application/jsonp',
  'application/x-www-form-urlencoded; charset=utf-7',
  'application/x-www-form-urlencoded;charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="',
  'multipart/mixed; boundary=x',
  'application/octet-stream',
  ';',
  ',',
  'x'.repeat(500),
);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((list) => Buffer.from(list)),
  sign.map((text) => Buffer.from(text, 'utf16le')),
  fc
    .constantFrom(
      '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\njan@exam',
      '--x\r\nContent-Disposition: form-data; name="a"; filename="a.php"\r\n\r\n<?php',
      '--x',
      '{"email":',
      '[',
      '[[[[',
      '{"a":'.repeat(5000),
      '['.repeat(50_000),
      'null',
      '"text"',
      '1',
      'NaN',
      '{"__proto__":{"email":"x"}}',
      '\ufeff{}',
      '%',
      '%zz=%',
      '&&&&',
      '=&=',
      'a'.repeat(70_000),
      '&a=1'.repeat(10_000),
    )
    .map((text) => Buffer.from(text)),
);
const defined = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined));
/** The fields each form requires, so that it is invalid with any other value in them. */
const needed = (of: string) =>
  Object.keys(VALID_VALUES[of]!).filter((field) => ['email', 'friendEmail', 'goal', 'propertyType'].includes(field));

/** Posts to all forms of which none is valid, by what is wrong with them. */
export const HOSTILE_POSTS: Record<string, fc.Arbitrary<Post>> = {
  'bytes under any type': fc.tuple(form, types, bytes, fc.boolean()).map(([of, type, body, chunked]) => ({
    path: `/api/forms/${of}`,
    headers: defined({ 'content-type': type }),
    body,
    chunked,
  })),
  'JSON of any shape': fc
    .tuple(form, fc.json({ maxDepth: 5 }))
    .map(([of, body]) => ({ path: `/api/forms/${of}`, headers: JSON_TYPE, body })),
  'JSON with names of any kind': fc
    .tuple(form, fc.array(fc.tuple(name, hostile), { maxLength: 12 }))
    .map(([of, pairs]) => ({
      path: `/api/forms/${of}`,
      headers: JSON_TYPE,
      body: `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`,
    })),
  'valid values but for one field, as JSON': fc
    .tuple(form, fc.nat(), hostile)
    .map(([of, n, value]) => json(of, { ...right(of), [needed(of)[n % needed(of).length]!]: value })),
  'valid values but for one field, form-encoded': fc.tuple(form, fc.nat(), sign).map(([of, n, text]) => {
    const field = needed(of)[n % needed(of).length]!;
    return encoded(of, [...pairsOf(of).filter(([key]) => key !== field), [field, `\0\n${text}\r\n`]]);
  }),
  'valid values with a name repeated': fc.tuple(form, fc.nat(), sign).map(([of, n, text]) => {
    const field = needed(of)[n % needed(of).length]!;
    return encoded(of, [...pairsOf(of), [field, text], [field, '']]);
  }),
  'form-encoded names of any kind': fc
    .tuple(form, fc.array(fc.tuple(name, sign), { maxLength: 300 }))
    .map(([of, pairs]) => encoded(of, pairs)),
  'too much of it': fc
    .tuple(form, fc.boolean(), fc.integer({ min: 66_000, max: 300_000 }))
    .map(([of, chunked, size]) => ({
      ...encoded(of, { ...(right(of) as Record<string, string>), more: 'x'.repeat(size) }),
      chunked,
    })),
};

/** Posts to the other endpoints that take posts: bytes under any type. */
export const hostilePostsTo = (paths: readonly string[]): fc.Arbitrary<Post> =>
  fc
    .tuple(fc.constantFrom(...paths), types, bytes)
    .map(([path, type, body]) => ({ path, headers: defined({ 'content-type': type }), body }));

const LANES = 8;

/** Sends a number of hostile posts of a kind and reports each that was not plainly refused. */
export async function sendHostile(send: Send, kind: string, count: number, seed: number): Promise<string[]> {
  const posts = fc.sample(HOSTILE_POSTS[kind]!, { numRuns: count, seed });
  const wrong: string[] = [];
  const lane = async () => {
    for (let post = posts.pop(); post; post = posts.pop()) {
      const { status, text, headers } = await send(post);
      // 0: the server hung up on a flood.
      const clear =
        status === 0
          ? kind === 'too much of it'
          : String(headers['content-type']).includes('json')
            ? /"problem":"[a-z-]+"/.test(text)
            : (parse(text).querySelector('.summary')?.text.trim().length ?? 0) > 10;
      if ((status !== 0 && (status < 400 || status > 499 || status === 429)) || !clear)
        wrong.push(
          `${status} ${clear} ${post.headers?.['content-type']} ` +
            `${String(post.body).slice(0, 300)} -> ${text.slice(0, 200)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return wrong;
}
