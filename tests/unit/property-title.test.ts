import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listingFinder } from '../../src/content/site/site.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { propertyTitle } from '../../src/features/property/words.server.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';

const of = (code: string) =>
  JSON.parse(readFileSync(`src/i18n/default-labels/${code}.json`, 'utf8')) as Record<string, string>;
loadLabels({ nl: of('nl'), fr: of('fr') });

const listing = (fr: string, more: Partial<Listing> = {}) =>
  ({
    title: { nl: fr, fr },
    city: { nl: 'Meise', fr: 'Meise' },
    typeName: { nl: 'Huis', fr: 'Maison' },
    reference: '36143',
    goal: 'sale',
    meaning: 'none',
    gone: false,
    ...more,
  }) as Listing;
const titleOf = (one: Listing, others: Listing[] = []) =>
  propertyTitle(one, listingFinder([one, ...others]), 'fr', labelsIn('fr'));

test.each([
  ['what is offered and where', listing('Maison avec jardin'), 'Maison avec jardin, à vendre à Meise'],
  [
    'that it is sold',
    listing('Maison avec jardin', { meaning: 'sold', gone: true }),
    'Maison avec jardin, vendu à Meise',
  ],
  ['that it is rented', listing('Loft', { goal: 'rent', meaning: 'rented', gone: true }), 'Loft, loué à Meise'],
  ['the town once', listing('Maison au centre de Meise'), 'Maison au centre de Meise, à vendre'],
])('the title of a page says %s', (_what, one, title) => {
  expect(titleOf(one)).toBe(title);
});

test('a long title leaves out what does not fit, but never that the property is sold', () => {
  const long = 'Maison de maître avec jardin clos et dépendances près de la gare';
  expect(titleOf(listing(long))).toBe(long);
  expect(titleOf(listing(long, { meaning: 'sold', gone: true }))).toBe(`${long}, vendu`);
});

test('only a title that two properties have gets the reference', () => {
  const [one, other] = [listing('Loft'), listing('Loft', { reference: '36144' })];
  expect(titleOf(one, [other])).toBe('Loft, à vendre à Meise (36143)');
  const finder = listingFinder([one, other, listing('Studio')]);
  expect([finder.isTitleShared(one, 'fr'), finder.isTitleShared(listing('Studio'), 'fr')]).toEqual([true, false]);
});
