import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { formatEuro } from '../../src/i18n/format.ts';
import { fetchPath, mainOf, open } from '../support/browse.ts';
import { HIDDEN_PROJECT, HIDDEN_PROPERTY, SECRETS } from '../support/odd-content.ts';
import { projects, properties } from '../support/version.ts';
import { writtenOut } from '../support/written-out.ts';

/** Every file that a browser can get, with the responses of lists and searches that name a property. */
async function everythingPublic(): Promise<{ place: string; text: string }[]> {
  const client = writtenOut(inject('site').versionDir);
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(html|js|css|json|xml|txt|svg)$/.test(file),
  );
  const onDemand = await Promise.all(
    [
      '/nl/te-koop/?sort=price-asc',
      '/nl/te-koop/?sort=price-asc&page=2',
      '/nl/te-huur/?sort=price-desc',
      '/nl/te-huur/?sort=price-desc&page=2',
      '/nl/te-koop/?sort=price-m2',
      '/nl/te-koop/?sort=price-m2&page=2',
      `/nl/zoeken/?q=${HIDDEN_PROPERTY}`,
      ...properties().map(({ ID }) => `/nl/zoeken/?q=${ID}`),
    ].map(async (place) => ({ place, text: (await fetchPath(place)).text.replaceAll(/q=\w+|value="[^"]*"/g, '') })),
  );
  return [...files.map((file) => ({ place: file, text: readFileSync(join(client, file), 'utf8') })), ...onDemand];
}
let texts: ReturnType<typeof everythingPublic> | undefined;
const publicTexts = () => {
  texts ??= everythingPublic();
  return texts;
};

/** Where a secret can be read as a word of its own; digits must not be part of a longer figure. */
async function placesOf(secret: string): Promise<string[]> {
  const found = new RegExp(`(?<![\\p{L}\\d.,])${secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\d])`, 'u');
  return (await publicTexts()).filter(({ text }) => found.test(text)).map(({ place }) => place);
}

/** An amount as it could be written: raw, Belgian, with spaces, in thousands. */
const spellings = (amount: number) => [
  String(amount),
  formatEuro(amount, 'nl').replace(/^€\s*/, ''),
  formatEuro(amount, 'nl').replace(/^€\s*/, '').replaceAll('.', ' '),
  amount.toLocaleString('en-US'),
];

test('the search for secrets finds public data', async () => {
  expect((await publicTexts()).length).toBeGreaterThan(400);
  expect(await placesOf('595.000')).toContain('nl/te-koop/grimbergen/huis-met-boomgaard/35187/index.html');
  expect((await placesOf('Hertogstraat 18')).length).toBeGreaterThan(3);
  expect(properties().filter(({ PublishAddress }) => !PublishAddress).length).toBeGreaterThan(3);
  expect(properties().filter(({ PublishPrice }) => !PublishPrice).length).toBeGreaterThan(3);
});

test('no page contains street and number of a property that hides its address', async () => {
  for (const { ID, Street = '', HouseNumber = '', BoxNr = '' } of properties().filter(
    ({ PublishAddress }) => !PublishAddress,
  )) {
    for (const secret of [
      HouseNumber && `${Street} ${HouseNumber}`,
      HouseNumber && `${Street}, ${HouseNumber}`,
      HouseNumber && `${HouseNumber}, ${Street}`,
      BoxNr.length > 2 && BoxNr,
    ].filter(Boolean)) {
      expect(await placesOf(String(secret)), `${ID}: ${secret}`).toEqual([]);
    }
    const own = (await publicTexts()).filter(({ place }) => place.includes(`/${ID}/`));
    expect(own.length, `pages of ${ID}`).toBe(4);
    for (const { place, text } of own) expect(text.includes(Street), `${place}: ${Street}`).toBe(false);
  }
});

test('no coordinate of a property that hides its address reaches a browser', async () => {
  for (const { ID, GoogleX, GoogleY } of properties().filter(({ PublishAddress }) => !PublishAddress)) {
    for (const degrees of [GoogleX, GoogleY].filter((value) => value !== undefined)) {
      for (const digits of [String(degrees), Number(degrees).toFixed(4), Number(degrees).toFixed(3)])
        expect(await placesOf(digits), `${ID}: ${digits}`).toEqual([]);
    }
  }
});

test('no page contains the price of a property that hides it', async () => {
  const shown = new Set(
    properties()
      .filter(({ PublishPrice }) => PublishPrice)
      .map(({ Price }) => Price),
  );
  for (const { ID, Price } of properties().filter(({ PublishPrice }) => !PublishPrice)) {
    const own = (await publicTexts()).filter(({ place }) => place.includes(`/${ID}/`) || place.endsWith(`q=${ID}`));
    const others = shown.has(Price) ? [] : await Promise.all(spellings(Price).map(placesOf));
    expect(others.flat(), `${ID}: ${Price}`).toEqual([]);
    for (const { place, text } of own)
      for (const spelling of spellings(Price))
        expect(new RegExp(`(?<![\\d.])${spelling}(?![\\d.])`).test(text), `${place}: ${spelling}`).toBe(false);
  }
});

test('no previous price and no price per square metre of a hidden price is shown', async () => {
  for (const amount of [SECRETS.price + 1000, Math.round(SECRETS.price / 100)]) {
    for (const spelling of spellings(amount)) expect(await placesOf(spelling), spelling).toEqual([]);
  }
});

describe('a hidden price cannot be guessed', () => {
  test.each(['minPrice=1', 'maxPrice=999999999', `minPrice=${SECRETS.price}&maxPrice=${SECRETS.price}`])(
    'by asking for ?%s',
    async (query) => {
      const page = await open(`/nl/te-koop/?${query}&city=Grimbergen|1850`);
      expect(page.querySelectorAll(`a[href$="/${HIDDEN_PROPERTY}/"]`)).toEqual([]);
    },
  );

  test('while the property is in the list itself', async () => {
    expect(
      (await open('/nl/te-koop/?city=Grimbergen|1850')).querySelectorAll(`a[href$="/${HIDDEN_PROPERTY}/"]`),
    ).toHaveLength(1);
  });
});

test('visitors read that address and price are available on request', async () => {
  const page = mainOf(await open(`/nl/te-koop/x/y/${HIDDEN_PROPERTY}/`));
  expect(page).toContain('Prijs op aanvraag');
  expect(page).toContain('Adres op aanvraag');
  expect(page).toContain('1850 Grimbergen');
});

test('a search for the hidden street finds no property', async () => {
  expect((await open(`/nl/zoeken/?q=${SECRETS.street}`)).querySelectorAll('.card')).toEqual([]);
});

test('a project that hides its address shows its town only', async () => {
  const hidden = projects().filter(({ PublicAddress }) => !PublicAddress);
  expect(hidden.map(({ ID }) => ID)).toContain(HIDDEN_PROJECT);
  expect(await placesOf(SECRETS.street)).toEqual([]);
  expect(await placesOf(SECRETS.number)).toEqual([]);
  expect(mainOf(await open('/nl/projecten/x/y/801/'))).toContain('Lindenhof 1');
});
