import { describe, expect, test } from 'vitest';
import { fetchPath, linksOf, open, wordsOf } from '../support/browse.ts';
import { FORMS, PAGE_PATHS, pathOf, type TestLanguage, THANKS } from '../support/page-paths.ts';

const LANGUAGES = Object.keys(THANKS) as TestLanguage[];

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(PAGE_PATHS.map(([page]) => page))('the page "%s" is at its own path', async (page) => {
    const path = pathOf(page, language);
    const { status, headers } = await fetchPath(path);
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const document = await open(path);
    expect(document.querySelector('html')?.getAttribute('lang')).toBe(language);
    expect(wordsOf(document.querySelector('h1')), 'heading').toMatch(/\p{L}{3}/u);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  test.each(FORMS)('thanks for %s are on a page that no search engine lists', async (form) => {
    const document = await open(`/${language}/${form}/${THANKS[language]}/`);
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
    expect(wordsOf(document.querySelector('h1'))).toMatch(/\p{L}{3}/u);
    expect(wordsOf(document.querySelector('main .lead'))).toMatch(/\p{L}{3}.*\p{L}{3}/u);
    expect(document.querySelector(`main a[href="/${language}/"]`)).not.toBeNull();
  });
});

test('each form says thanks in its own words', async () => {
  const said = await Promise.all(
    ['contact-demand', 'demand-register', 'send-to-friend', 'sign-newsletter', 'contact-me'].map(async (form) =>
      wordsOf((await open(`/nl/${form}/bedankt/`)).querySelector('.lead')),
    ),
  );
  expect(new Set(said).size).toBe(said.length);
});

test.each(['/nl', '/nl/te-koop', '/fr/a-vendre', '/nl/te-koop/grimbergen', '/nl/onbekend'])(
  '%s redirects to the same path with a slash',
  async (path) => {
    const { status, headers } = await fetchPath(path);
    expect([status, headers.location]).toEqual([301, `${path}/`]);
  },
);

test('the slash keeps the query', async () => {
  expect((await fetchPath('/nl/te-koop?type=2&utm_source=x')).headers.location).toBe(
    '/nl/te-koop/?type=2&utm_source=x',
  );
});

describe('a property is found by its number', () => {
  const own = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';

  test('at its own path', async () => {
    expect((await fetchPath(own)).status).toBe(200);
  });

  test.each([
    '/nl/te-koop/x/y/35187/',
    '/nl/te-huur/grimbergen/huis-met-boomgaard/35187/',
    '/nl/te-koop/grimbergen/vroegere-titel/35187/',
    '/nl/te-koop/x/y/035187/',
  ])('%s redirects to it permanently', async (path) => {
    const { status, headers } = await fetchPath(`${path}?utm_source=brief`);
    expect([status, headers.location]).toEqual([301, `${own}?utm_source=brief`]);
  });

  test.each([
    '/nl/te-koop/grimbergen/huis-met-boomgaard/35188/',
    '/nl/te-koop/x/y/1e4/',
    '/nl/te-koop/x/y/-35187/',
    '/nl/projecten/x/y/35187/',
  ])('%s is no property', async (path) => {
    expect((await fetchPath(path)).status).toBe(404);
  });
});

test('a project is found by its number', async () => {
  const { status, headers } = await fetchPath('/fr/projets/x/y/801/');
  expect(status).toBe(301);
  expect(headers.location).toMatch(/^\/fr\/projets\/[a-z-]+\/hof-ter-proef\/801\/$/);
  expect((await fetchPath(String(headers.location))).status).toBe(200);
  expect((await fetchPath('/nl/projecten/x/y/999/')).status).toBe(404);
});

test.each([
  ['/nl/te-koop/grimbergen/', 'Grimbergen'],
  ['/fr/a-vendre/vilvorde/', 'Vilvorde'],
  ['/en/for-sale/houses/', 'Houses'],
  ['/de/zu-vermieten/wohnungen/', 'Wohnungen'],
])('the list %s is that of %s', async (path, name) => {
  expect(wordsOf((await open(path)).querySelector('h1'))).toContain(name);
});

test('a town without properties has a list that says so and leads to other towns, for visitors only', async () => {
  expect((await fetchPath('/nl/te-koop/ternat/')).status).toBe(200);
  const page = await open('/nl/te-koop/ternat/');
  expect(wordsOf(page.querySelector('main'))).toContain('Geen resultaten gevonden');
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
  expect(linksOf(page.querySelector('main'))).toContain('/nl/hou-me-op-de-hoogte/?goal=sale&zips=1740');
});

test('a town that the agency does not know has no list', async () => {
  expect((await fetchPath('/nl/te-koop/nergens/')).status).toBe(404);
});
