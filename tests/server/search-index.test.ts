import { expect, test } from 'vitest';
import { createSite } from '../../src/content/site/site.ts';
import { propertyHitsOf, searchIndexOf } from '../../src/features/search/search-index.server.ts';
import { agencySite } from '../support/submit.ts';

const agency = agencySite();
const count = agency.listings.length;
const siteWith = (indexMaxProperties: number) => {
  const { homepage } = agency.settings;
  return createSite({
    ...agency,
    settings: { ...agency.settings, homepage: { ...homepage, search: { ...homepage.search, indexMaxProperties } } },
  });
};
const index = (most: number) => searchIndexOf(siteWith(most), 'nl', ({ src }) => src);

test('the index contains properties up to the number in the settings and none beyond it', () => {
  expect(index(count).properties).toEqual(propertyHitsOf(agency, 'nl', ({ src }) => src));
  expect(index(count).properties!.length).toBeGreaterThan(10);
  expect(index(count - 1).properties).toBeNull();
  expect(index(count - 1).towns).toEqual(index(count).towns);
  expect(index(0).types).toEqual(index(count).types);
});
