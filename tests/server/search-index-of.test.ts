import { expect, test } from 'vitest';
import { searchHomesOf, searchIndexOf } from '../../src/server/catalogue/search/search-index.ts';
import { createSite } from '../../src/server/catalogue/site/site.ts';
import { demoSite } from '../support/submit.ts';

const demo = demoSite();
const count = demo.listings.length;
const siteWith = (indexMaxHomes: number) => {
  const { home } = demo.settings;
  return createSite({ ...demo, settings: { ...demo.settings, home: { ...home, search: { ...home.search, indexMaxHomes } } } });
};
const index = (most: number) => searchIndexOf(siteWith(most), 'nl', ({ src }) => src);

test('the index names the homes up to the number of the settings, and none beyond it', () => {
  expect(index(count).homes).toEqual(searchHomesOf(demo, 'nl', ({ src }) => src));
  expect(index(count).homes!.length).toBeGreaterThan(40);
  expect(index(count - 1).homes).toBeNull();
  expect(index(count - 1).towns).toEqual(index(count).towns);
  expect(index(0).types).toEqual(index(count).types);
});
