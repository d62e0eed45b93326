import { expect, test } from 'vitest';
import { propertyHitsOf, searchIndexOf } from '../../src/server/catalogue/search/search-index.ts';
import { createSite } from '../../src/server/catalogue/site/site.ts';
import { demoSite } from '../support/submit.ts';

const demo = demoSite();
const count = demo.listings.length;
const siteWith = (indexMaxProperties: number) => {
  const { homepage } = demo.settings;
  return createSite({
    ...demo,
    settings: { ...demo.settings, homepage: { ...homepage, search: { ...homepage.search, indexMaxProperties } } },
  });
};
const index = (most: number) => searchIndexOf(siteWith(most), 'nl', ({ src }) => src);

test('the index contains properties up to the number in the settings and none beyond it', () => {
  expect(index(count).properties).toEqual(propertyHitsOf(demo, 'nl', ({ src }) => src));
  expect(index(count).properties!.length).toBeGreaterThan(40);
  expect(index(count - 1).properties).toBeNull();
  expect(index(count - 1).towns).toEqual(index(count).towns);
  expect(index(0).types).toEqual(index(count).types);
});
