import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, inject, test } from 'vitest';
import { fetchPath, open } from '../support/browse.ts';
import { mayFetchBy } from '../support/crawl.ts';
import { idsOf } from '../support/list-of.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { SITE_URL } from '../support/test-site.ts';
import { prerendered, properties } from '../support/version.ts';

const local = (path: string) => {
  expect(path.startsWith(`${SITE_URL}/`), path).toBe(true);
  return path.slice(SITE_URL.length).replaceAll('&amp;', '&');
};
const tags = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]+)</${name}>`, 'g'))].map(([, text = '']) => text);

/** Every sitemap, whole. */
async function sitemaps(): Promise<string[]> {
  const index = await fetchPath('/sitemap-index.xml');
  expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
  return Promise.all(tags(index.text, 'loc').map(async (path) => (await fetchPath(local(path))).text));
}

/** Whether search engines may show a page: it may be indexed, and names no other page as the one to be shown. */
function isFound(path: string, html: string): boolean {
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
  return !/<meta name="robots" content="noindex/.test(html) && (!canonical || local(canonical) === path);
}

test('robots.txt leads to the sitemaps, and forbids each page that is made for one query, and no other', async () => {
  const { status, text } = await fetchPath('/robots.txt');
  expect(status).toBe(200);
  expect(text).toContain(`Sitemap: ${SITE_URL}/sitemap-index.xml`);
  const mayFetch = mayFetchBy(text);
  const listed = (await sitemaps()).flatMap((xml) => tags(xml, 'loc')).map(local);
  expect(listed.filter((path) => !mayFetch(path))).toEqual([]);
  const open = ['?page=2', '?city=Meise', '?type=house', 'feed.xml?city=Meise', 'feed.json?type=house'];
  expect(open.filter((path) => !mayFetch(`/nl/te-koop/${path}`))).toEqual([]);
  const closed = [
    '?city=Meise&type=house',
    '?type=house&city=Meise',
    '?page=2&city=Meise',
    '?maxPrice=3',
    'x/brochure.pdf',
  ];
  expect(closed.filter((path) => mayFetch(`/nl/te-koop/${path}`))).toEqual([]);
  // Of the links with a query that a bot may follow, only pages of lists are worth a fetch.
  const followed = prerendered().flatMap(({ html }) =>
    parse(html)
      .querySelectorAll('a[href*="?"]')
      .filter((link) => !/nofollow/.test(link.getAttribute('rel') ?? ''))
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => /^\/(?!media\/)/.test(href)),
  );
  expect([...new Set(followed)].filter((href) => mayFetch(href) && !/\?page=\d+$/.test(href))).toEqual([]);
});

test('the sitemaps list exactly the listable pages, each once, and each exists', async () => {
  const listed = (await sitemaps()).flatMap((xml) => tags(xml, 'loc')).map(local);
  expect(listed.length).toBe(new Set(listed).size);
  const known = new Map(prerendered().map(({ path, html }) => [path, isFound(path, html)] as const));
  expect([...known].filter(([path, index]) => index && !listed.includes(path)).map(([path]) => path)).toEqual([]);
  expect(listed.filter((path) => known.get(path) === false)).toEqual([]);
  // Pages with a form are made on demand.
  const wrong: string[] = [];
  for (const path of listed.filter((one) => !known.has(one))) {
    const { status, text } = await fetchPath(path);
    if (status !== 200 || /noindex/.test(text.slice(0, 4000))) wrong.push(`${path}: ${status}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test('each entry has its translations, the day of its last change, and existing pictures', async () => {
  const properties = (await sitemaps()).find((xml) => xml.includes('/35101/')) ?? '';
  const entry =
    properties.split('<url>').find((part) => part.includes('/nl/te-koop/meise/') && part.includes('/35101/</loc>')) ??
    '';
  expect([...entry.matchAll(/hreflang="([^"]+)"/g)].map(([, code]) => code)).toEqual([...LANGUAGES, 'x-default']);
  expect(tags(entry, 'lastmod')[0]).toMatch(/^\d{4}-\d{2}-\d{2}/);
  expect((await fetchPath(local(tags(entry, 'image:loc')[0] ?? ''))).status).toBe(200);
});

test('the usual address of a sitemap leads to the index', async () => {
  const { status, headers } = await fetchPath('/sitemap.xml');
  expect([status, headers.location]).toEqual([301, '/sitemap-index.xml']);
});

test('a type in a town has a list of its own, or its address leads to that of the town', async () => {
  const pages = new Set(prerendered().map(({ path }) => path));
  const types = (
    JSON.parse(readFileSync(join(inject('site').contentDir, 'property-types.json'), 'utf8')) as {
      slug: { nl: string };
    }[]
  ).map(({ slug }) => slug.nl);
  const lists = [...pages].filter((path) => /^\/nl\/te-koop\/[a-z-]+\/$/.test(path));
  const towns = lists.filter((path) => !types.some((type) => path.endsWith(`/${type}/`)));
  const found = { own: 0, led: 0 };
  for (const town of towns)
    for (const type of types) {
      const path = `${town}${type}/`;
      const { status, headers } = await fetchPath(path);
      expect([status, headers.location ?? null], path).toEqual(pages.has(path) ? [200, null] : [301, town]);
      found[pages.has(path) ? 'own' : 'led'] += 1;
    }
  expect(Math.min(found.own, found.led)).toBeGreaterThan(0);
});

test('the sitemap lists every photograph of a property, and one of an archived one', async () => {
  const blocks = (await sitemaps()).flatMap((xml) => xml.split('<url>').slice(1));
  for (const { ID, XLargePictureItems: items = [], StateDate } of properties()) {
    const own = blocks.filter((block) => tags(block, 'loc')[0]?.endsWith(`/${ID}/`));
    const sources = (StateDate ? items.slice(0, 1) : items).map(({ Url }) => Url);
    expect(own.length, String(ID)).toBeGreaterThan(0);
    for (const block of own)
      expect(tags(block, 'image:loc').map((url) => new URL(url).pathname)).toEqual(
        sources.map((url) => `/media/${url}`),
      );
  }
  const [some = ''] = blocks.flatMap((block) => tags(block, 'image:loc'));
  expect((await fetchPath(local(some))).status).toBe(200);
});

test('an unknown page of the sitemaps is not found', async () => {
  for (const path of ['/sitemap-homes-99.xml', '/sitemap-secrets-1.xml', '/sitemap-homes-0.xml'])
    expect((await fetchPath(path)).status).toBe(404);
});

test('a filtered list has a feed of its own, announced on its page, without what is sold', async () => {
  const list = await open('/nl/te-koop/?type=1&city=Grimbergen%7C1850&sort=price-asc&page=1');
  const [rss, json] = ['application/rss+xml', 'application/feed+json'].map(
    (type) => list.querySelector(`link[type="${type}"]`)?.getAttribute('href') ?? '',
  );
  expect([rss, json]).toEqual(['xml', 'json'].map((kind) => `/nl/te-koop/feed.${kind}?city=Grimbergen%7C1850&type=1`));
  const feed = JSON.parse((await fetchPath(json!)).text) as { title: string; items: { url: string }[] };
  expect(feed.title).toMatch(/: Grimbergen, Huizen$/);
  const ids = feed.items.map(({ url }) => Number(/(\d+)\/$/.exec(url)?.[1]));
  expect(ids.sort()).toEqual((await idsOf('/nl/te-koop/', 'type=1&city=Grimbergen|1850&sold=hide')).sort());
  expect((await fetchPath('/nl/te-koop/feed.xml?type=99&maxPrice=abc&city=%00&utm_source=x')).status).toBe(200);
});

test('the newest properties of each goal and language are a feed in two formats', async () => {
  for (const [code, sale, rent] of [
    ['nl', 'te-koop', 'te-huur'],
    ['fr', 'a-vendre', 'a-louer'],
    ['en', 'for-sale', 'for-rent'],
    ['de', 'zu-verkaufen', 'zu-vermieten'],
  ] as const) {
    for (const list of [sale, rent]) {
      const rss = await fetchPath(`/${code}/${list}/feed.xml`);
      expect([rss.status, rss.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
      const json = await fetchPath(`/${code}/${list}/feed.json`);
      const feed = JSON.parse(json.text) as { version: string; items: { url: string; content_html: string }[] };
      expect(feed.version).toMatch(/^https:\/\/jsonfeed\.org\/version\//);
      expect(feed.items.length).toBeGreaterThan(2);
      expect(tags(rss.text, 'link').slice(1).map(local)).toEqual(feed.items.map(({ url }) => local(url)));
      for (const { url } of feed.items.slice(0, 3)) expect((await fetchPath(local(url))).status).toBe(200);
      for (const { content_html } of feed.items) expect(content_html).not.toMatch(/<script|<img/);
    }
  }
  const list = parse((await fetchPath('/nl/te-koop/')).text);
  expect(list.querySelector('link[type="application/rss+xml"]')?.getAttribute('href')).toBe('/nl/te-koop/feed.xml');
});
