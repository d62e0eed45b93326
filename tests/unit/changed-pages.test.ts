import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { changedPages, changeInWords } from '../../src/publish/version-inputs.ts';
import { agencyDir } from '../support/test-site.ts';

const site = siteOfContent(readContent(agencyDir).content!);
const NONE = { propertyPages: 0, properties: 0, lists: 0, others: 0 };

test('pages are counted by what they show', () => {
  const paths = [
    '/nl/te-koop/grimbergen/huis/35187/',
    '/fr/a-vendre/grimbergen/maison/35187/',
    '/nl/te-huur/meise/loft/35101/',
    '/nl/te-koop/',
    '/nl/te-koop/grimbergen/',
    '/fr/a-louer/',
    '/nl/',
    '/search-index/nl.json',
    '/nl/projecten/meise/hof/801/',
  ];
  const changed = changedPages(paths, site);
  expect(changed).toEqual({ propertyPages: 3, properties: 2, lists: 3, others: 3 });
  expect(changeInWords(changed)).toBe('3 pages of 2 properties, 3 lists, 3 other pages');
});

test.each([
  [{ ...NONE, propertyPages: 2, properties: 1, lists: 4 }, '2 pages of 1 property, 4 lists'],
  [{ ...NONE, lists: 1, others: 1 }, '1 list, 1 other page'],
  [NONE, 'no page'],
])('%j is said as %s', (changed, words) => {
  expect(changeInWords(changed)).toBe(words);
});
