import { expect, test } from 'vitest';
import { fetchPath, mainOf, open, wordsOf } from '../support/browse.ts';

const PATHS = { nl: '/nl/kosten-berekenen/', fr: '/fr/calculer-les-frais/' };
const totalOf = async (query: string, language: 'nl' | 'fr' = 'nl') =>
  wordsOf((await open(`${PATHS[language]}?${query}`)).querySelector('.costs-table tfoot td'));

test('the page of a property says what it costs in all, and the computation says the same', async () => {
  const link = (await open('/nl/te-koop/x/y/35109/')).querySelector('.pricebox a[href*="kosten-berekenen"]');
  expect(wordsOf(link)).toMatch(/^Alles samen ongeveer € [\d.]+00$/);
  const page = await open(link!.getAttribute('href')!);
  expect(wordsOf(page.querySelector('.in-all'))).toBe(wordsOf(link));
  expect(page.querySelector('.about a')?.getAttribute('href')).toContain('/35109/');
});

test('a purchase is computed in both languages, with the relief that was chosen', async () => {
  const query = 'region=flanders&price=300.000&own=300.000';
  expect(await totalOf(query)).toBe('€ 339.905');
  expect(await totalOf(`${query}&relief=only-home`, 'fr')).toBe('€ 309.905');
  expect(mainOf(await open(`${PATHS.fr}?${query}&relief=only-home`))).toMatch(/Droits d’enregistrement\s*2\s%/);
});

test('a rental is computed with the deposit that the region allows at most', async () => {
  expect(await totalOf('goal=rent&region=brussels&price=1250&charges=100')).toBe('€ 3.850');
  expect(await totalOf('goal=rent&region=brussels&price=1250&charges=100&months=3')).toBe('€ 3.850');
});

test('what cannot be read stays in its field with a sentence, and nothing is computed', async () => {
  const page = await open(`${PATHS.nl}?price=%3Cb%3Eveel&region=brussels`);
  const field = page.querySelector('#price');
  expect([field?.getAttribute('value'), field?.getAttribute('aria-invalid')]).toEqual(['<b>veel', 'true']);
  expect(wordsOf(page.querySelector('#price-wrong'))).toContain('Schrijf een getal van 1 tot');
  expect(page.querySelector('.costs-table')).toBeNull();
});

test('a computation is no page for search engines, and no visitor gets a cookie', async () => {
  const plain = await open(PATHS.nl);
  expect(plain.querySelector('meta[name=robots]')?.getAttribute('content') ?? '').not.toContain('noindex');
  const asked = await open(`${PATHS.nl}?price=1000`);
  expect(asked.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  expect((await fetchPath(`${PATHS.nl}?price=1000`)).headers['set-cookie']).toBeUndefined();
});

test('every rule that was used is named with its source and the day on which it was read', async () => {
  const sources = (await open(`${PATHS.nl}?price=300000&region=wallonia`)).querySelectorAll('.sources li').map(wordsOf);
  expect(sources.length).toBeGreaterThanOrEqual(3);
  for (const source of sources) expect(source).toMatch(/gelezen op \d\d-\d\d-\d{4}$/);
});

test('a field that cannot be read keeps everything from being computed, and has the focus', async () => {
  const page = await open(`${PATHS.nl}?price=300000&years=100&region=flanders`);
  expect([page.querySelector('.costs-table'), page.querySelector('.in-all')]).toEqual([null, null]);
  expect(page.querySelector('[autofocus]')?.id).toBe('years');
  expect(wordsOf(page.querySelector('#years-wrong'))).toContain('van 1 tot 40');
});

test('a relief that ends at a price says so, and one that was asked for in vain, too', async () => {
  const page = await open(`${PATHS.nl}?price=600001&region=brussels&relief=own-home`);
  expect(mainOf(page)).toMatch(/geldt alleen tot een prijs van €\s600\.000/);
  expect(mainOf(page)).toContain('De gekozen vermindering geldt hier niet');
});
