import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choiceOf, writeConsent } from '../../src/features/consent/consent.ts';
import { type StoredItem, storedItemsIn } from '../../src/features/consent/stored-items.ts';
import { sourceFiles } from '../support/imports.ts';
import { TAGS } from '../support/odd-content.ts';
import { isListed } from '../support/stored-items.ts';

interface Written {
  where: StoredItem['where'];
  name: string;
}

/** Ways to store something in a browser that this site does not use. */
const OTHER_STORAGE =
  /\bindexedDB\b|\bcaches\.open|\bcookieStore\.|navigator\.serviceWorker|\[['"](local|session)Storage/;
/** The functions that write under a name they are given; their callers are read instead. */
const WRITERS = ['features/consent/consent.ts', 'platform/http/cookies.ts'];

const sources = sourceFiles
  .filter((file) => /\.(ts|tsx|astro)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join('src', file), 'utf8') }));
const constantsOf = (text: string) =>
  new Map([...text.matchAll(/\bconst (\w+) = ['`]([^'`]+)['`]/g)].map(([, name = '', value = '']) => [name, value]));
const exported = constantsOf(sources.flatMap(({ text }) => text.match(/^export const .*$/gm) ?? []).join('\n'));

/** The name that an expression in the source stands for; what is filled in at run time becomes `*`. */
function nameOf(expression: string, text: string): string {
  const literal =
    /^['`](.*)['`]$/.exec(expression)?.[1] ?? constantsOf(text).get(expression) ?? exported.get(expression);
  if (!literal) throw new Error(`the name that ${expression} stands for is not found`);
  return literal.replace(/\$\{[^}]*\}/g, '*');
}

/** What the text of a file writes into a browser. */
function writtenIn(text: string): Written[] {
  const cookies = [...text.matchAll(/document\.cookie = `([^=]*)=([^`]*)`/g)]
    .filter(([, , rest]) => !rest?.includes('max-age=0'))
    // The prefix is there on HTTPS only.
    .map(([, name = '']): Written => ({ where: 'cookie', name: name.replace('${prefix}', '') }));
  const headers = [...text.matchAll(/(?<!function )\bsetCookie\(\s*([\w'`]+)/g)].map(
    ([, name = '']): Written => ({ where: 'cookie', name: nameOf(name, text) }),
  );
  // The cookies of logins, by the kind of account.
  const library = [...text.matchAll(/\bcookie: '([a-z]+)',/g)].flatMap(([, name = '']): Written[] =>
    [`__Host-${name}`, name].map((one) => ({ where: 'cookie', name: one })),
  );
  const items = [...text.matchAll(/\b(local|session)Storage\.setItem\(([^,]+),/g)].map(
    ([, where, name = '']): Written => ({ where: where as 'local' | 'session', name: nameOf(name, text) }),
  );
  return [...cookies, ...headers, ...library, ...items];
}

const written = [
  ...sources.filter(({ file }) => !WRITERS.includes(file)).flatMap(({ text }) => writtenIn(text)),
  ...consentItems(),
];

function consentItems(): Written[] {
  const names: string[] = [];
  writeConsent(
    { setItem: (name) => names.push(name) },
    choiceOf(() => true),
    '1',
    0,
  );
  return names.map((name) => ({ where: 'local', name }));
}

describe('what the site stores in a browser', () => {
  test('is found in the source', () => {
    const names = new Set(written.map(({ where, name }) => `${where} ${name}`));
    const known = [
      'cookie lang',
      'cookie shortlist',
      'cookie documents',
      'cookie owner',
      'local lang',
      'local consent',
    ];
    for (const one of [...known, 'session draft-*', 'session campaign']) expect(names).toContain(one);
  });

  test('is in the list of the cookie policy, whatever the source writes', () => {
    const items = storedItemsIn(TAGS);
    expect(written.filter(({ where, name }) => !isListed(where, name, items))).toEqual([]);
  });

  test('is all that the list names, apart from the cookies of other companies', () => {
    const own = storedItemsIn(TAGS).filter(({ company }) => !company);
    const unused = own.filter((item) => !written.some(({ where, name }) => isListed(where, name, [item])));
    expect(unused).toEqual([]);
  });

  test('goes through the storage that is read here, and no other', () => {
    expect(sources.filter(({ text }) => OTHER_STORAGE.test(text)).map(({ file }) => file)).toEqual([]);
    const headers = sources.filter(({ text }) => /stringifySetCookie\(/.test(text)).map(({ file }) => file);
    expect(headers).toEqual(['platform/http/cookies.ts']);
    // Every place that writes a cookie in the browser is one of the forms above.
    const direct = sources.flatMap(({ text }) => text.match(/document\.cookie\s*=(?!=)/g) ?? []);
    const seen = sources.flatMap(({ text }) => text.match(/document\.cookie = `[^=]*=/g) ?? []);
    expect(seen).toHaveLength(direct.length);
  });

  test('of other companies is listed only when the agency has an identifier for them', () => {
    const names = storedItemsIn({}).map(({ name }) => name);
    expect(names.some((name) => name.startsWith('_') || name === 'campaign')).toBe(false);
    expect(storedItemsIn({ pixel: '12345' }).flatMap(({ company }) => company ?? [])).toEqual(['Meta', 'Meta']);
  });
});
