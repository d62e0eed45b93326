import { expect, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';

const leadsTo = async (query: string) => {
  const { status, headers } = await fetchPath(`/nl/te-koop/?${query}`);
  return [status, decodeURIComponent(String(headers.location ?? ''))];
};

test.each([
  ['maxPrice=450k', 'maxPrice=450000'],
  ['maxPrice=450.000,00', 'maxPrice=450000'],
  ['maxPrice=%E2%82%AC+450,000&bedrooms=2', 'maxPrice=450000&bedrooms=2'],
  ['minSurface=120+m%C2%B2', 'minSurface=120'],
  ['minGround=12+a', 'minGround=1200'],
  ['minPrice=500000&maxPrice=300000', 'minPrice=300000&maxPrice=500000'],
])('a filter reads %s as forms and the search box do', async (typed, read) => {
  expect(await leadsTo(typed)).toEqual([302, `/nl/te-koop/?${read}`]);
  expect(await leadsTo(read)).toEqual([200, '']);
});

test('what is no figure is said and changes no address', async () => {
  expect(await leadsTo('maxPrice=veel')).toEqual([200, '']);
});
