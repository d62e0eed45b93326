import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { fetchPath, linksOf, wordsOf } from '../support/browse.ts';

const TITLES = {
  nl: /^Oeps, deze pagina bestaat niet/,
  fr: /n.existe pas/,
  en: /^Oops, this page does not exist/,
  de: /gibt es nicht/,
} as const;

describe.each(Object.entries(TITLES))('in %s', (language, title) => {
  test.each([
    'bestaat-niet/',
    'te-koop/x/y/z/',
    'a/b/c/d/e/f/',
    'preview/x/',
    'index.php',
    '.env',
    '__proto__/',
    '404/',
  ])('/%s is not found, in that language', async (rest) => {
    const { status, headers, text } = await fetchPath(`/${language}/${rest}`);
    expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('text/html')]);
    const page = parse(text);
    expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
    expect(page.querySelector('title')?.textContent).toMatch(title);
    expect(wordsOf(page.querySelector('h1'))).toMatch(title);
    expect(page.querySelector('main form input[name=q]')).not.toBeNull();
    expect(linksOf(page.querySelector('main'))).toContain(`/${language}/`);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
    expect(page.querySelector('link[rel=canonical]')).toBeNull();
  });
});

test('without a language it is in that of the visitor', async () => {
  for (const path of ['/weg/', '/xx/te-koop/', '/NL/weg/', '/index.php', '/wp-login.php']) {
    const { status, text } = await fetchPath(path, { 'Accept-Language': 'fr' });
    expect([status, parse(text).querySelector('html')?.getAttribute('lang')], path).toEqual([404, 'fr']);
  }
});

const INNER = [
  '/_list/nl/sale/',
  '/_not-found/',
  '/_image',
  '/_server-islands/x/',
  '/catalogue.json',
  '/client/index.html',
  '/server/entry.mjs',
  '/package.json',
  '/.git/config',
  '/data/secret',
  '/secret',
  '/documents/35187/epc.pdf',
  '/content/settings/site.json',
  '/media/../settings/site.json',
  '/_astro/',
  '/media/photos/',
  '/documents/35187/',
];
test.each(INNER)('%s gives no access', async (path) => {
  const { status, text } = await fetchPath(path);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/"enabledLanguages"|"listings"|dependencies/);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s on a page is refused', async (method) => {
  const { status, headers } = await fetchPath('/nl/te-koop/', {}, method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});
