import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listingFinder } from '../../src/content/site/site.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { fits, propertyResult, shownDescription, titleOfTab } from '../../src/features/seo/search-result.view.ts';
import { agreeing } from '../../src/i18n/agreement.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { cutToWidth, textWidth } from '../../src/platform/text/text-width.ts';
import { sampleListing } from '../support/sample-listing.ts';

const LANGUAGES = ['nl', 'fr', 'en', 'de'];
const of = (code: string) =>
  JSON.parse(readFileSync(`src/i18n/default-labels/${code}.json`, 'utf8')) as Record<string, string>;
loadLabels(Object.fromEntries(LANGUAGES.map((code) => [code, of(code)])));

const listing = (more: Partial<Listing> = {}): Listing => ({
  ...sampleListing(),
  city: { nl: 'Kapelle-op-den-Bos', fr: 'Kapelle-op-den-Bos', en: 'Kapelle-op-den-Bos', de: 'Kapelle-op-den-Bos' },
  zip: '1880',
  typeName: { nl: 'Huis', fr: 'Maison', en: 'House', de: 'Haus' },
  reference: '36143',
  goal: 'sale',
  meaning: 'none',
  gone: false,
  price: 465_000,
  bedrooms: 3,
  living: 138,
  ground: 0,
  label: null,
  excerpt: { nl: 'Lichte woning vlak bij het water.' },
  ...more,
});
const resultOf = (one: Listing, language: string, others: Listing[] = []) =>
  propertyResult(one, listingFinder([one, ...others]), language, labelsIn(language));

test.each([
  ['nl', 'Huis te koop in 1880 Kapelle-op-den-Bos, 3 slpk., €\u00a0465.000'],
  ['fr', 'Maison à vendre à 1880 Kapelle-op-den-Bos, 3 ch., €\u00a0465.000'],
  ['en', 'House for sale in 1880 Kapelle-op-den-Bos, 3 bed, €465,000'],
  ['de', 'Haus zu verkaufen in 1880 Kapelle-op-den-Bos, 3 Schlafz.'],
])('a title in %s says type, goal, postcode and town, and goes on with what fits', (language, title) => {
  expect(resultOf(listing(), language).title).toBe(title);
});

test('a French participle agrees with the type', () => {
  const [gone, rented] = [
    { gone: true, meaning: 'sold' },
    { gone: true, meaning: 'rented', goal: 'rent' },
  ] as const;
  expect(resultOf(listing(gone), 'fr').title).toMatch(/^Maison vendue à 1880/);
  expect(resultOf(listing({ ...rented, typeName: { fr: 'Appartement' } }), 'fr').title).toMatch(/^Appartement loué à /);
  expect(resultOf(listing(gone), 'nl').title).toMatch(/^Huis verkocht in 1880/);
});

test.each([
  ['louée', 'Maison, Villa, Fermette, Propriété, Parcelle, Prairie, Habitation, Chambre, Surface commerciale, Grange'],
  ['loué', 'Appartement, Studio, Terrain, Immeuble, Bureau, Commerce, Garage / parking, Entrepôt, Rez-de-chaussée'],
])('a French property is %s: %s', (participle, types) => {
  for (const type of types.split(', ')) expect(agreeing('loué', type, 'fr'), type).toBe(participle);
});

test('a property that is gone has no price, and one with a hidden price neither', () => {
  for (const more of [{ gone: true, meaning: 'sold' }, { price: null }] as const) {
    const { title, description } = resultOf(listing(more), 'nl');
    expect(`${title} ${description}`).not.toMatch(/€|aanvraag/);
  }
});

test('the description says the facts, and goes on with its own text', () => {
  expect(resultOf(listing({ ground: 1240 }), 'nl').description).toBe(
    'Huis te koop in 1880 Kapelle-op-den-Bos: 3 slaapkamers, 138\u00a0m², 1.240\u00a0m² grond, €\u00a0465.000. ' +
      'Lichte woning vlak bij het water.',
  );
});

test('a title that its reference makes too long leaves out the postcode, and never the town', () => {
  const long = {
    city: { nl: 'Sint-Stevens-Woluwe' },
    typeName: { nl: 'Opbrengsteigendom' },
    reference: '108890',
  };
  const [one, other] = [1, 2].map((id) => listing({ ...long, id })) as [Listing, Listing];
  const { title } = resultOf(one, 'nl', [other]);
  expect(title).toMatch(/^Opbrengsteigendom te koop in Sint-Stevens-Woluwe.*\(108890\)$/);
  expect(fits(title)).toBe(true);
  expect(resultOf(one, 'nl').title).toContain('1880 Sint-Stevens-Woluwe');
});

test('whatever a property is, its title names type, state and town, and fits with as many facts as it has', () => {
  const towns = ['Asse', 'Sint-Pieters-Leeuw', 'Houthalen-Helchteren (Verenigd Koninkrijk van de Noordzee)'];
  for (const language of LANGUAGES)
    for (const city of towns)
      for (const type of ['Villa', 'Halfopen bebouwing met een praktijkruimte'])
        for (const bedrooms of [0, 4])
          for (const price of [null, 1_250_000]) {
            const one = listing({
              ...{ bedrooms, price, city: { [language]: city }, typeName: { [language]: type } },
            });
            const { title } = resultOf(one, language);
            expect(title).toContain(city);
            expect(title).toContain(type);
            expect(title).toContain(labelsIn(language)('FOR_SALE_LOWER'));
            expect(fits(title) || !title.includes(`${city},`), title).toBe(true);
            expect(textWidth(shownDescription(resultOf(one, language).description), 14)).toBeLessThanOrEqual(990);
          }
});

test('only a title that another property has as well gets the reference', () => {
  const [one, twin] = [listing(), listing({ id: 2, reference: '36144' })];
  expect(resultOf(one, 'nl', [twin]).title).toMatch(/ \(36143\)$/);
  expect(resultOf(one, 'nl', [listing({ id: 2, bedrooms: 4 })]).title).not.toContain('(');
  // The prices differ, but there is no room for them.
  expect(resultOf(one, 'de', [listing({ id: 2, price: 1 })]).title).toMatch(/ \(36143\)$/);
  expect(resultOf(one, 'nl', [listing({ id: 2, price: 1 })]).title).not.toContain('(');
});

test('the name of the agency stands behind a title where both fit', () => {
  expect(titleOfTab('Contact', 'Kantoor Proefhof')).toBe('Contact | Kantoor Proefhof');
  expect(titleOfTab('Contact met Kantoor Proefhof', 'Kantoor Proefhof')).toBe('Contact met Kantoor Proefhof');
  expect(titleOfTab('', 'Kantoor Proefhof')).toBe('Kantoor Proefhof');
  const long = 'Alle huizen, appartementen en gronden in de noordrand van Brussel';
  expect(titleOfTab(long, 'Kantoor Proefhof')).toBe(long);
});

test('widths are those of Arial, and a text is cut at a word', () => {
  expect(Math.round(textWidth('Te koop in Grimbergen | Kantoor Proefhof', 20))).toBe(372);
  expect(textWidth('é', 20)).toBe(textWidth('e', 20));
  expect(cutToWidth('een twee drie', { size: 10, most: 500 })).toBe('een twee drie');
  for (const most of [20, 35, 50]) {
    const cut = cutToWidth('een twee, drie vier vijf', { size: 10, most });
    expect(cut).toMatch(/[a-z]…$/);
    expect(textWidth(cut, 10)).toBeLessThanOrEqual(most);
  }
});
