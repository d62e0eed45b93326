import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { ask, linksOf, wordsOf } from '../support/browse.ts';

const TITLES = {
  nl: /^Oeps, deze pagina bestaat niet meer/,
  fr: /n.existe plus/,
  en: /^Oops, this page no longer exists/,
  de: /^.*existiert nicht mehr|gibt es nicht mehr/,
} as const;

describe.each(Object.entries(TITLES))('in %s', (language, title) => {
  test.each(['bestaat-niet/', 'te-koop/x/y/1/', 'a/b/c/d/e/f/', 'preview/x/', 'index.php', '.env', '__proto__/', '404/'])(
    '/%s is not found, in that language',
    async (rest) => {
      const { status, headers, text } = await ask(`/${language}/${rest}`);
      expect([status, headers['content-type']]).toEqual([404, expect.stringContaining('text/html')]);
      const page = parse(text);
      expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
      expect(page.querySelector('title')?.textContent).toMatch(title);
      expect(wordsOf(page.querySelector('h1'))).toMatch(title);
      expect(page.querySelector('main form input[name=q]')).not.toBeNull();
      expect(linksOf(page.querySelector('main'))).toContain(`/${language}/`);
      expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
      expect(page.querySelector('link[rel=canonical]')).toBeNull();
    },
  );
});

test('without a language it is met in that of the visitor', async () => {
  for (const address of ['/weg/', '/xx/te-koop/', '/NL/te-koop/', '/index.php', '/wp-login.php']) {
    const { status, text } = await ask(address, { 'Accept-Language': 'fr' });
    expect([status, parse(text).querySelector('html')?.getAttribute('lang')], address).toEqual([404, 'fr']);
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
  '/documents/24187/epc.pdf',
  '/content/settings/site.json',
  '/media/../settings/site.json',
];
test.each(INNER)('%s lets no visitor in', async (address) => {
  const { status, text } = await ask(address);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(text).not.toMatch(/"enabledLanguages"|"listings"|dependencies/);
});

const ODD = [
  '//evil.example',
  '//evil.example/%2f..',
  '///evil.example/',
  '/\\evil.example',
  '/%5cevil.example/',
  '/%2f%2fevil.example/',
  '/nl//evil.example',
  '/nl/%2f/evil.example/',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/nl/../../etc/passwd',
  '/..%2f..%2fsecret',
  '/media/%2e%2e/secret',
  '/media/photos/..%5c..%5csecret',
  '/nl/%00',
  '/nl/te-koop/%00/',
  '/nl/x%0d%0aSet-Cookie:a=b/',
  '/nl/te-koop%0d%0aX: y',
  '/%',
  '/nl/%zz/',
  '/nl/%c3%28/',
  '/nl/%ff%fe/',
  '/nl/te-koop/?type=%',
  '/nl/te-koop/?page=%00',
  '/__proto__/',
  '/nl/__proto__/',
  '/nl/constructor/',
  '/nl/te-koop/__proto__/',
  '/nl/te-koop/?__proto__[x]=1',
  '/nl/te-koop/?city[]=x',
  '/project/?id=__proto__',
  '/property/99999999999999999999/',
  `/${'a'.repeat(5000)}/`,
  `/nl/${'a/'.repeat(1500)}`,
  `/nl/te-koop/?city=${'x'.repeat(3500)}`,
  `/nl/te-koop/?${'type=1&'.repeat(500)}`,
  '/nl/te-koop/;x=1',
  '/nl/é/',
  '/?x=//evil.example',
  '/nl?//evil.example',
  '/nl/te-koop?next=//evil.example',
  '/%E2%80%AE/',
  '/nl/te-koop/\u0001',
];
test.each(ODD.map((address) => [address.length > 60 ? `${address.slice(0, 50)}… (${address.length})` : address, address]))(
  '%s neither breaks the site nor leads off it',
  async (_name, address) => {
    // Signs that an HTTP client may not send are left to the tests below a raw connection.
    const { status, headers, text } = await ask(encodeURI(address).replaceAll('%25', '%'));
    expect(status).toBeLessThan(500);
    expect(headers['set-cookie']).toBeUndefined();
    expect(text).not.toMatch(/root:|at file:\/\/|node_modules/);
    const target = headers.location;
    if (target !== undefined) expect(new URL(target, 'https://own.example').host).toBe('own.example');
  },
);

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s on a page is refused', async (method) => {
  const { status, headers } = await ask('/nl/contact/', {}, method);
  expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('a foreign Host or forwarded host changes nothing in a page', async () => {
  const [plain, forged] = await Promise.all([
    ask('/nl/te-koop/?type=2'),
    ask('/nl/te-koop/?type=2', { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'ftp' }),
  ]);
  expect(forged.text).not.toContain('evil.example');
  expect(forged.status).toBe(plain.status);
});
