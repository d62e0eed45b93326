import { describe, expect, test } from 'vitest';
import { fetchPath, linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { properties } from '../support/version.ts';

const pathOf = (words: string, language = 'nl', path = 'zoeken') =>
  `/${language}/${path}/?q=${encodeURIComponent(words)}`;
const found = async (words: string) => open(pathOf(words));
/** The list to which a phrase leads, its query string decoded; null when it leads to none. */
const listOf = async (words: string, language?: string, path?: string) => {
  const { status, headers } = await fetchPath(pathOf(words, language, path));
  return status === 302 ? decodeURIComponent(String(headers.location).replaceAll('+', ' ')) : null;
};
const asked = async (words: string, language = 'nl') => {
  const { text } = await fetchPath(`/api/search?language=${language}&q=${encodeURIComponent(words)}`);
  return JSON.parse(text);
};

describe('a phrase leads to its list', () => {
  test.each([
    ['huis te koop', '/nl/te-koop/?type=1'],
    ['te huur', '/nl/te-huur/'],
    [
      'appartement met 2 slaapkamers in grimbergn tot 300.000 euro',
      '/nl/te-koop/?city=Grimbergen|1850&type=2&maxPrice=300000&bedrooms=2',
    ],
    ['huis te koop in brussel', '/nl/te-koop/?region=brussels&type=1'],
    ['villa te koop epc b met tuin', '/nl/te-koop/?type=1&epc=B&garden=1'],
    ['te huur in meise of wolvertem', '/nl/te-huur/?city=Meise|1860&city=Wolvertem|1861'],
    ['appartement tussen 800 en 1000 euro', '/nl/te-huur/?type=2&minPrice=800&maxPrice=1000'],
  ])('"%s" to %s', async (words, list) => {
    expect(await listOf(words)).toBe(list);
  });

  test('a text that names no goal, to the goal chosen beside it; one that names another, to that one', async () => {
    const location = async (words: string, goal: string) =>
      decodeURIComponent(String((await fetchPath(`${pathOf(words)}&goal=${goal}`)).headers.location));
    expect(await location('grimbergen', 'rent')).toBe('/nl/te-huur/?city=Grimbergen|1850');
    expect(await location('huis', 'sale')).toBe('/nl/te-koop/?type=1');
    expect(await location('huis te koop', 'rent')).toBe('/nl/te-koop/?type=1');
    expect((await fetchPath(`${pathOf('xyzzy')}&goal=sale`)).status).toBe(200);
    expect((await fetchPath(`${pathOf('grimbergen')}&goal=gift`)).status).toBe(200);
  });

  test('in the language of the page', async () => {
    expect(await listOf('maison à vendre à Vilvorde', 'fr', 'recherche')).toBe(
      '/fr/a-vendre/?city=Vilvorde|1800&type=1',
    );
  });

  test('and the list shows what was understood as criteria that can be removed', async () => {
    const page = await open('/nl/te-koop/?region=flemish-brabant&type=1&garden=1');
    expect(page.querySelectorAll('.chips li a').map(wordsOf)).toEqual([
      'Verwijderen: Vlaams-Brabant',
      'Verwijderen: Huizen',
      'Verwijderen: Tuin',
      'Alles wissen',
    ]);
  });
});

test('a region has the properties of its postcodes', async () => {
  const ids = (page: Awaited<ReturnType<typeof open>>) =>
    page
      .querySelectorAll('main .card h3 a')
      .map((link) => Number(/\/(\d+)\/$/.exec(link.getAttribute('href') ?? '')?.[1]));
  const shown = ids(await open('/nl/te-koop/?region=brussels'));
  const zips = new Map(properties().map(({ ID, Zip }) => [ID, Zip]));
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((id) => !/^1[0-2]\d\d$/.test(zips.get(id) ?? ''))).toEqual([]);
  const wrong = await open('/nl/te-koop/?region=atlantis');
  expect(mainOf(wrong)).toContain('Streek');
});

test('a region without hits can be left', async () => {
  const page = await open('/nl/te-koop/?region=limburg&type=1');
  expect(mainOf(page)).toMatch(/Zonder ‘Limburg’: \d+ panden/);
  expect(linksOf(page.querySelector('main'))).toContain('/nl/te-koop/?type=1');
});

test('without a goal both lists are offered with their numbers', async () => {
  const page = await found('huis of appartement');
  expect(wordsOf(page.querySelector('.found'))).toMatch(/Huizen · Appartementen ?Te koop \(\d+\) ?Te huur \(\d+\)/);
  expect(linksOf(page.querySelector('.found'))).toEqual(['/nl/te-koop/?type=1&type=2', '/nl/te-huur/?type=1&type=2']);
});

test('what was not understood is said, and the rest is searched', async () => {
  const page = await found('huis te koop met zwembad <b>');
  expect(wordsOf(page.querySelector('.found'))).toContain('Niet begrepen: zwembad, b');
  expect(linksOf(page.querySelector('.found'))).toEqual(['/nl/te-koop/?type=1']);
  expect(page.querySelectorAll('main .card').length).toBeGreaterThan(0);
});

test('a town brings the others of its municipality, and a region its towns', async () => {
  const [town] = (await found('Meise')).querySelectorAll('.found');
  expect(linksOf(town ?? null).some((href) => href.endsWith('/wolvertem/'))).toBe(
    properties().some(({ Zip, Marquee }) => Zip === '1861' && ![2, 3, 4].includes(Marquee ?? 0)),
  );
  expect(linksOf((await found('brussel')).querySelector('main'))).toContain('/nl/te-koop/?region=brussels');
});

test('a street is found where the address is public, and nowhere else', async () => {
  const available = properties().filter(({ Marquee }) => ![2, 3, 4].includes(Marquee ?? 0));
  const street = ({ Street = '' }) => Street.toLowerCase();
  const shown = available.find(({ PublishAddress, Street }) => PublishAddress && Street);
  const hidden = available.find(
    (one) =>
      !one.PublishAddress &&
      one.Street &&
      !available.some((other) => other.PublishAddress && street(other) === street(one)),
  );
  const ids = async (words: string) => (await asked(words)).properties.map(({ id }: { id: number }) => id);
  expect(await ids(`${shown!.Street} ${shown!.HouseNumber ?? 1}`)).toContain(shown!.ID);
  expect(await ids(hidden!.Street!)).not.toContain(hidden!.ID);
  const page = await found(shown!.Street!);
  expect(linksOf(page.querySelector('main')).some((href) => href.endsWith(`/${shown!.ID}/`))).toBe(true);
  expect(page.querySelector('.found')).toBeNull();
});

test('the search box is told the words of a phrase and its lists', async () => {
  const { phrase } = await asked('huis met tuin en zwembad');
  expect(phrase).toMatchObject({ name: 'Huizen · Tuin', unknown: ['zwembad'] });
  expect(phrase.sale[0]).toBe('/nl/te-koop/?type=1&garden=1');
  expect((await asked('huis te huur')).phrase.sale).toEqual(['', 0]);
  expect((await asked('xyzzy')).phrase).toBeNull();
});
