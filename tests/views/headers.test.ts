import { gunzipSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { taggedHosts, taggedScripts } from '../../src/features/consent/third-parties.view.ts';
import { fetchPath, open } from '../support/browse.ts';
import { TAGS } from '../support/odd-content.ts';

const RESPONSES = [
  ['a prerendered page', '/nl/'],
  ['a filtered list', '/nl/te-koop/?type=2&maxPrice=900000'],
  ['a search', '/nl/zoeken/?q=meise'],
  ['a missing page', '/nl/weg/'],
  ['a redirect', '/nl/te-koop'],
  ['a picture', '/media/photos/large.jpg?width=400&format=webp'],
  ['an unreadable path', '/%'],
  ['the health of the server', '/healthz'],
] as const;

test.each(RESPONSES)('%s carries the headers that protect the visitor', async (_name, path) => {
  const { headers } = await fetchPath(path);
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': expect.stringMatching(/^max-age=\d{7,}/),
  });
  expect(headers['x-powered-by']).toBeUndefined();
});

describe('the policy of scripts and styles', () => {
  test.each([
    ['/nl/', 'in the page'],
    ['/nl/te-koop/?type=2&maxPrice=900000', 'in the header'],
    ['/nl/weg/', 'in the header'],
  ])('of %s is in %s and allows nothing but what it names', async (path) => {
    const { headers, text } = await fetchPath(path);
    const meta = parse(text).querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content') ?? '';
    // The hosts of the tags that this site names, and no others.
    const known = [...taggedScripts(TAGS), ...taggedHosts(TAGS)].sort((a, b) => b.length - a.length);
    const whole = `${meta} ; ${headers['content-security-policy']}`;
    for (const host of known) expect(whole).toContain(host);
    const policy = known.reduce((text, host) => text.replaceAll(` ${host}`, ''), whole);
    expect(policy).toMatch(/default-src 'none'/);
    expect(policy).toMatch(/script-src 'self' 'sha256-/);
    expect(policy).toMatch(/style-src 'self' 'sha256-/);
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  });
});

describe('what a browser may cache', () => {
  test('a page is revalidated, with a 304 while it is unchanged', async () => {
    const first = await fetchPath('/nl/te-koop/');
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const again = await fetchPath('/nl/te-koop/', { 'If-None-Match': String(first.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test('fonts are cached forever', async () => {
    const font = /url\(["']?(\/_astro\/[^"')]+\.woff2)/.exec((await fetchPath('/nl/')).text)?.[1];
    expect((await fetchPath(String(font))).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('the pictures of a page are cached forever, under the version of their content', async () => {
    const source = (await open('/nl/')).querySelector('main img')?.getAttribute('src') ?? '';
    expect(source).toMatch(/[?&]v=[0-9a-f]{8}$/);
    const { status, headers } = await fetchPath(source);
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'image/webp',
    ]);
  });

  test('a list with filters, a search and a missing page are private', async () => {
    for (const path of ['/nl/te-koop/?type=2&maxPrice=900000', '/nl/zoeken/?q=x', '/nl/weg/'])
      expect((await fetchPath(path)).headers['cache-control'], path).toMatch(/private|no-store/);
  });

  test('no page sets a cookie', async () => {
    for (const path of ['/', '/nl/', '/nl/te-koop/?type=2&maxPrice=900000', '/nl/zoeken/?q=x', '/nl/weg/'])
      expect((await fetchPath(path)).headers['set-cookie'], path).toBeUndefined();
  });
});

test('every page names its character set', async () => {
  for (const path of [
    '/nl/',
    '/nl/te-koop/?type=2&maxPrice=900000',
    '/nl/zoeken/?q=x',
    '/nl/weg/',
    '/nl/contact-me/?property=35187',
  ])
    expect((await fetchPath(path)).headers['content-type'], path).toMatch(/^text\/html; ?charset=utf-8$/);
});

describe('pages are sent compressed', () => {
  test('prerendered ones with brotli', async () => {
    const { headers } = await fetchPath('/nl/', { 'Accept-Encoding': 'gzip, br' });
    expect([headers['content-encoding'], headers.vary]).toEqual(['br', expect.stringContaining('Accept-Encoding')]);
  });

  test('on-demand ones too', async () => {
    const { headers, bytes } = await fetchPath('/nl/te-koop/?type=2&maxPrice=900000', { 'Accept-Encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toContain('</html>');
  });
});

test('HEAD has the headers of GET and no body', async () => {
  for (const path of ['/nl/', '/nl/te-koop/?type=2&maxPrice=900000', '/']) {
    const { status, bytes } = await fetchPath(path, {}, 'HEAD');
    expect([status, bytes.length], path).toEqual([200, 0]);
  }
  expect((await fetchPath('/nl/weg/', {}, 'HEAD')).status).toBe(404);
});

test('the server reports that it is well', async () => {
  const { status, headers, text } = await fetchPath('/healthz');
  expect([status, headers['cache-control'], JSON.parse(text)]).toEqual([
    200,
    'no-store',
    expect.objectContaining({ ok: true }),
  ]);
});

test('what mails, feeds and other sites show may be shown by them; pages may not', async () => {
  const feed = await fetchPath('/nl/te-koop/feed.json');
  const items = JSON.parse(feed.text).items as { image: string }[];
  const pages = await Promise.all(['/nl/', '/nl/te-koop/', '/nl/contact/'].map((path) => open(path)));
  const pictures = pages.flatMap((page) => [
    ...page.querySelectorAll('img[src]').map((image) => image.getAttribute('src')!),
    ...page.querySelectorAll('meta[property="og:image"]').map((meta) => meta.getAttribute('content')!),
  ]);
  const urls = [...pictures, ...items.map(({ image }) => image)].map((url) => url.replace(/^https?:\/\/[^/]+/, ''));
  // One of each kind of address: by its first two folders and its ending.
  const kinds = new Map(urls.map((url) => [url.replace(/^((?:\/[^/?]+){1,2}).*?(\.\w+)?(\?.*)?$/, '$1$2'), url]));
  expect(kinds.size).toBeGreaterThan(2);
  for (const url of [...kinds.values(), '/nl/te-koop/feed.json', '/nl/te-huur/feed.xml', '/favicon.ico']) {
    const { status, headers } = await fetchPath(url);
    expect([status, headers['cross-origin-resource-policy']], url).toEqual([200, 'cross-origin']);
  }
  expect(feed.headers['access-control-allow-origin']).toBe('*');
  for (const path of ['/nl/', '/nl/te-koop/?type=2&maxPrice=900000', '/nl/weg/', '/healthz'])
    expect((await fetchPath(path)).headers['cross-origin-resource-policy'], path).toBe('same-origin');
});

describe('photographs', () => {
  test('are never sent as the original', async () => {
    const { status, bytes } = await fetchPath('/media/photos/large.jpg');
    expect(status).toBe(200);
    expect(bytes.includes(Buffer.from('Exif'))).toBe(false);
    const { readFileSync } = await import('node:fs');
    expect(bytes.equals(readFileSync('tests/fixtures/agency/media/photos/large.jpg'))).toBe(false);
  });

  test('come in the listed sizes only', async () => {
    expect((await fetchPath('/media/photos/large.jpg?width=401&format=webp')).status).toBe(400);
    expect((await fetchPath('/media/photos/absent.jpg?width=400&format=webp')).status).toBe(404);
  });
});
