import { describe, expect, test } from 'vitest';
import type { PropertyHitsResponse } from '../../src/features/search/search-index.ts';
import { encoded, fetchPath, linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { properties } from '../support/version.ts';

const found = async (words: string, language = 'nl', path = 'zoeken') =>
  open(`/${language}/${path}/?q=${encodeURIComponent(words)}`);
const listingsOn = (page: Awaited<ReturnType<typeof open>>) =>
  page
    .querySelectorAll('main .card h3 a')
    .map((link) => Number(/\/(\d+)\/$/.exec(link.getAttribute('href') ?? '')?.[1]));

describe('by reference', () => {
  test('every property is found, and its page opens', async () => {
    for (const { ID } of properties().slice(0, 12)) {
      const { status, headers } = await fetchPath(`/fr/recherche/?q=${ID}`);
      expect([status, headers.location]).toEqual([302, expect.stringMatching(`^/fr/.+/${ID}/$`)]);
    }
  });

  test.each(['ref 35187', 'Ref.: 35187', 'référence 35187', 'Referentie 35187', '#35187'])(
    'also as "%s"',
    async (words) => {
      const { headers } = await fetchPath(`/nl/zoeken/?q=${encodeURIComponent(words)}`);
      expect(headers.location).toMatch(/\/35187\/$/);
    },
  );

  test.each(['2418', '24187x', '4187', '241871', '0'])('"%s" finds none', async (words) => {
    expect(listingsOn(await found(words))).toEqual([]);
  });
});

describe('by town', () => {
  test.each([
    ['Grimbergen', '/nl/te-koop/grimbergen/'],
    ['grimbergen', '/nl/te-koop/grimbergen/'],
    ['GRÎMBÉRGEN', '/nl/te-koop/grimbergen/'],
    [' grimb ', '/nl/te-koop/grimbergen/'],
    ['Vilvorde', '/nl/te-koop/vilvoorde/'],
    ['1800', '/nl/te-koop/vilvoorde/'],
    ['1850 Grimbergen', '/nl/te-koop/grimbergen/'],
    ['nivelles', '/nl/te-koop/nijvel/'],
    ['strombeek bever', '/nl/te-koop/strombeek-bever/'],
  ])('"%s" leads to %s', async (words, list) => {
    expect(linksOf((await found(words)).querySelector('.found'))).toContain(list);
  });

  test('each result shows postcode and numbers for sale and for rent', async () => {
    expect(wordsOf((await found('vilvoorde')).querySelector('.found li'))).toMatch(
      /^Vilvoorde \[1800\] ?Te koop \(\d+\) ?Te huur \(\d+\)$/,
    );
  });

  test('a town without properties of a kind has no link to them', async () => {
    const page = await found('nijvel');
    expect(linksOf(page.querySelector('.found'))).toEqual(['/nl/te-koop/nijvel/']);
    expect(wordsOf(page.querySelector('.found'))).toContain('(0)');
  });

  test('the results are in the language of the page', async () => {
    expect(linksOf((await found('Vilvoorde', 'fr', 'recherche')).querySelector('.found'))).toContain(
      '/fr/a-vendre/vilvorde/',
    );
  });
});

test.each(['xyzzy', '%', '___', '"><script>alert(1)</script>', '__proto__', 'constructor', 'a'.repeat(200)])(
  '"%s" finds nothing, harms nothing and says so',
  async (words) => {
    const page = await found(words);
    expect(listingsOn(page)).toEqual([]);
    expect(page.querySelectorAll('script').filter((script) => script.rawText.includes('alert(1)')).length).toBe(0);
    expect(mainOf(page)).toContain('Geen resultaten gevonden');
  },
);

test('the search text stays in the field', async () => {
  expect((await found('Vil "voorde"')).querySelector('input[name=q]')?.getAttribute('value')).toBe('Vil "voorde"');
});

test('without text the page is a search form, listed by no search engine', async () => {
  const page = await open('/nl/zoeken/');
  expect(page.querySelector('main form input[name=q]')).not.toBeNull();
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
});

test('the search block of the homepage counts what is available', async () => {
  const count = (goal: 0 | 1) =>
    properties().filter((property) => property.Goal === goal && ![2, 3, 4].includes(property.Marquee ?? 0)).length;
  const page = await open('/nl/');
  const numbers = Object.fromEntries(
    page.querySelectorAll('.slab .two a').map((link) => [link.getAttribute('href'), wordsOf(link.querySelector('.n'))]),
  );
  expect(numbers).toEqual({ '/nl/te-koop/': String(count(0)), '/nl/te-huur/': String(count(1)) });
  expect(encoded(page.querySelector('.slab form')?.getAttribute('action') ?? '')).toBe('/nl/zoeken/');
});

describe('the properties requested by the search box on a large site', () => {
  const resultsFor = async (words: string, language = 'nl') => {
    const { status, text } = await fetchPath(`/api/search?language=${language}&q=${encodeURIComponent(words)}`);
    return { status, ...(JSON.parse(text) as PropertyHitsResponse) };
  };

  test('the first eight, and that there are more', async () => {
    const { properties: first, whole } = await resultsFor('35');
    expect(first).toHaveLength(8);
    expect(whole).toBe(false);
  });

  test('one by its whole number, and that this is all', async () => {
    const { properties: found, whole } = await resultsFor('35187', 'fr');
    expect(found.map(({ id, href }) => [id, href])).toEqual([
      [35187, expect.stringMatching(/^\/fr\/a-vendre\/.+\/35187\/$/)],
    ]);
    expect(whole).toBe(true);
  });

  test.each(['', '   ', 'zwembad', '%', '__proto__', '9'.repeat(100)])('none by "%s"', async (words) => {
    expect(await resultsFor(words)).toEqual({ status: 200, properties: [], whole: true, phrase: null });
  });

  test('a language the site does not speak is refused', async () => {
    expect(await resultsFor('35', 'es')).toMatchObject({ status: 400, ok: false, problem: 'unknown-language' });
  });
});
