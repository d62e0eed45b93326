import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { fetchPath, linksOf, open, wordsOf } from '../support/browse.ts';
import { HIDDEN_PROPERTY, HOSTILE, HOSTILE_PROPERTY, SECRETS } from '../support/odd-content.ts';
import { openVocabulary } from '../support/schema-vocabulary.ts';
import { agencySite } from '../support/submit.ts';
import { SITE_URL } from '../support/test-site.ts';
import { prerendered } from '../support/version.ts';

interface Thing {
  '@type': string;
  [property: string]: unknown;
}
const thingsOf = (html: string) =>
  parse(html, { blockTextElements: { script: true } })
    .querySelectorAll('script[type="application/ld+json"]')
    .flatMap((script) => (JSON.parse(script.rawText) as { '@graph': Thing[] })['@graph']);
let read: { path: string; html: string; things: Thing[] }[] | undefined;
/** Every page with its linked data, read once. */
const pages = () => {
  read ??= prerendered().map(({ path, html }) => ({ path, html, things: thingsOf(html) }));
  return read;
};
const page = (pattern: RegExp) => pages().find(({ path }) => pattern.test(path));

/** The required properties of each type. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  RealEstateListing: ['url', 'name', 'datePosted'],
  RealEstateAgent: ['name', 'url', 'telephone', 'address'],
  BreadcrumbList: ['itemListElement'],
  ItemList: ['numberOfItems', 'itemListElement'],
  Article: ['headline', 'author', 'url'],
  FAQPage: ['mainEntity'],
  WebSite: ['name', 'url', 'publisher', 'potentialAction'],
  Event: ['name', 'startDate', 'location', 'url', 'organizer', 'description', 'eventStatus'],
  Service: ['name', 'description', 'url', 'provider'],
  Person: ['name', 'url', 'jobTitle', 'worksFor'],
};

/** What Google adds to the vocabulary for the search of a site. */
const OF_GOOGLE = new Set(['query-input']);

test('the linked data of pages is readable, of a known type and complete', () => {
  const wrong = pages().flatMap(({ path, things }) =>
    things
      .filter((thing) => !NEEDED[thing['@type']] || NEEDED[thing['@type']]?.some((property) => !thing[property]))
      .map((thing) => `${path}: ${JSON.stringify(thing).slice(0, 100)}`),
  );
  expect(wrong).toEqual([]);
});

test('every thing at any depth is of a type of schema.org and has only properties that this type may have', () => {
  const propertiesOf = openVocabulary();
  const has = (type: string) => propertiesOf(type)?.has('floorSize');
  expect([has('Apartment'), has('Residence'), has('House of cards')]).toEqual([true, false, undefined]);
  const faults = new Set<string>();
  let count = 0;
  const judge = (value: unknown, where: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value) judge(one, where);
      return;
    }
    const { '@type': type } = value as Thing;
    const known = type === undefined ? null : propertiesOf(type);
    count += 1;
    for (const [property, inner] of Object.entries(value)) {
      const isReference = type === undefined && property === '@id';
      if (!isReference && !known?.has(property) && !OF_GOOGLE.has(property))
        faults.add(`${type}.${property}, ${where}`);
      judge(inner, `${where} > ${type}.${property}`);
    }
  };
  for (const { path, things } of pages()) judge(things, path);
  expect([...faults].slice(0, 20)).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});

test('every URL in it is on the public site', () => {
  const foreign = pages().flatMap(({ path, things }) =>
    [...JSON.stringify(things).matchAll(/"(?:url|item|image|thumbnailUrl|contentUrl)":"([^"]+)"/g)]
      .filter(([, url = '']) => !url.startsWith(`${SITE_URL}/`))
      .map(([, url]) => `${path}: ${url}`),
  );
  expect(foreign).toEqual([]);
});

test('each template describes its subject', () => {
  const kinds = (pattern: RegExp) => page(pattern)?.things.map((thing) => thing['@type']);
  // The agency and its two offices.
  expect(kinds(/^\/nl\/$/)).toEqual(['WebSite', 'RealEstateAgent', 'RealEstateAgent', 'RealEstateAgent']);
  expect(kinds(/^\/nl\/te-koop\/$/)).toEqual(['ItemList', 'BreadcrumbList']);
  expect(kinds(/^\/nl\/te-koop\/grimbergen\/$/)).toEqual(['ItemList', 'BreadcrumbList']);
  expect(kinds(/^\/nl\/te-koop\/meise\/.*\/35101\/$/)).toEqual(['RealEstateListing', 'Event', 'BreadcrumbList']);
  expect(kinds(/^\/nl\/projecten\/.*\/801\/$/)).toEqual(['RealEstateListing', 'BreadcrumbList']);
  expect(kinds(/^\/nl\/onze-diensten\/verkoop\/$/)).toEqual(['Service', 'BreadcrumbList']);
  expect(kinds(/^\/nl\/over-ons\/[a-z-]+\/$/)).toEqual(['Person', 'BreadcrumbList']);
  expect(kinds(/veelgestelde-vragen\/$/)).toEqual(['FAQPage', 'BreadcrumbList']);
  expect(page(/\/35101\/$/)?.things[0]?.video).toMatchObject([
    { '@type': 'VideoObject', embedUrl: expect.stringContaining('vimeo') },
  ]);
});

test('contact and footer show each office with its address, telephone number and mailbox', async () => {
  const contact = await open('/fr/contact/');
  const ids = thingsOf(contact.outerHTML).map((thing) => String(thing['@id']).replace(/.*#/, ''));
  expect(ids.slice(0, 3)).toEqual(['agency', 'office-grimbergen', 'office-brussels']);
  for (const part of [contact.querySelector('main'), contact.querySelector('footer')]) {
    expect(wordsOf(part)).toContain('Proefkaai 3');
    expect(wordsOf(part)).toContain('Stationsplein 7');
    expect(linksOf(part)).toEqual(
      expect.arrayContaining(['tel:+3222180199', 'mailto:brussel@kantoorproefhof.example', 'tel:+3216770184']),
    );
  }
  expect(contact.querySelectorAll('main h2').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Bruxelles', 'Grimbergen']),
  );
});

test('a hidden price and a hidden address are in no linked data', () => {
  const hidden = pages().filter(({ path }) => path.includes(`/${HIDDEN_PROPERTY}/`));
  expect(hidden.length).toBe(4);
  for (const { things } of hidden) {
    const text = JSON.stringify(things);
    for (const secret of [SECRETS.street, SECRETS.number, String(SECRETS.price), String(SECRETS.latitude)])
      expect(text).not.toContain(secret);
  }
});

test('hostile text stays text', () => {
  const { things } = page(new RegExp(`/${HOSTILE_PROPERTY}/$`)) ?? { things: [] };
  expect(things[0]?.name).toContain(HOSTILE);
});

test('no two lists that may be shown list the same properties', () => {
  const listed = prerendered().filter(
    ({ path, html }) => html.includes(`<link rel="canonical" href="${SITE_URL}${path}"`) && html.includes('ItemList'),
  );
  expect(listed.length).toBeGreaterThan(100);
  const same = Map.groupBy(listed, ({ path, html }) => {
    const list = thingsOf(html).find((thing) => thing['@type'] === 'ItemList');
    return path.slice(0, 4) + JSON.stringify(list?.itemListElement);
  });
  expect([...same.values()].filter((all) => all.length > 1).map((all) => all.map(({ path }) => path))).toEqual([]);
});

test('a property is shared with a card of its own, which exists and is cacheable', async () => {
  const { html } = page(/^\/nl\/te-koop\/meise\/.*\/35101\/$/) ?? { html: '' };
  const image = /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(image).toMatch(/\/card\/nl\/35101\.jpg\?v=[0-9a-f]{8}$/);
  const { status, headers } = await fetchPath(image.slice(SITE_URL.length));
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=31536000, immutable',
  ]);
  expect((await fetchPath('/card/nl/35101.jpg?v=00000000')).headers['cache-control']).toBe('public, max-age=3600');
  // One card has one name, so that nobody can have it drawn and stored under many.
  for (const name of ['1', '035101', 'project-1', 'project-0801', 'Agency', 'agency-1'])
    expect((await fetchPath(`/card/nl/${name}.jpg`)).status, name).toBe(404);
});

test('every page is shared with a picture that exists, else with the card of the agency', async () => {
  const shared = pages().map(({ path, html }) => ({
    path,
    image: /property="og:image" content="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
  }));
  expect(shared.filter(({ image }) => !image.startsWith(SITE_URL)).map(({ path }) => path)).toEqual([]);
  const site = agencySite();
  const names = shared.flatMap(({ image }) => /card\/([a-z]{2}\/(?:agency|project-\d+))/.exec(image)?.slice(1) ?? []);
  const languages = new Set(shared.flatMap(({ path }) => /^\/([a-z]{2})\//.exec(path)?.[1] ?? []));
  const cards = [...languages].flatMap((code) =>
    ['agency', ...site.projects.map(({ ID }) => `project-${ID}`)].map((card) => `${code}/${card}`),
  );
  expect(names).toEqual(expect.arrayContaining(cards));
  const others = new Set(
    shared.map(({ image }) => image.slice(SITE_URL.length)).filter((path) => !/\/card\/..\/\d/.test(path)),
  );
  for (const path of others) {
    const { status, headers } = await fetchPath(path);
    expect([status, headers['content-type'], headers['cache-control']], path).toEqual([
      200,
      'image/jpeg',
      expect.stringContaining('immutable'),
    ]);
  }
}, 60_000);

test('a town page states what is on offer, from which price, and the nearest towns', () => {
  const { html } = page(/^\/nl\/te-koop\/grimbergen\/$/) ?? { html: '' };
  const text = parse(html).querySelector('main')?.textContent.replace(/\s+/g, ' ') ?? '';
  expect(text).toMatch(/\d+ panden te koop, van € [\d.]+ tot € [\d.]+\./);
  expect(text).toContain('Abdijdorp');
  expect(text).toMatch(/Vlakbij ?Beigem 2 km, 1 pand/);
});

test('a path with another slug redirects to the canonical one', async () => {
  const { status, headers } = await fetchPath('/nl/te-koop/meise/oude-titel/35101/');
  expect([status, headers.location]).toEqual([301, page(/^\/nl\/te-koop\/meise\/.*\/35101\/$/)?.path]);
});
