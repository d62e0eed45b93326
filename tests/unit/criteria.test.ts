import { expect, test } from 'vitest';
import { criteriaOf } from '../../src/features/listing/relaxation.ts';
import { KNOWN } from '../support/sample-listing.ts';

const listed = (search: string) => criteriaOf(search, 'sale', KNOWN).map(({ key, rest }) => [key, rest]);

test.each([
  ['nothing', '', []],
  ['only the order and the page', '?sort=price-asc&page=2', []],
  ['values that are not understood', '?maxPrice=abc&type=99&epc=Z&sold=show&utm_source=x', []],
  ['empty values', '?city=&maxPrice=', []],
])('%s is no criterion', (_name, search, expected) => {
  expect(listed(search)).toEqual(expected);
});

test('each criterion knows the list without it, from its first page and in its order', () => {
  expect(listed('?page=3&maxPrice=400000&type=1&sort=surface&utm_source=x')).toEqual([
    ['type', '?maxPrice=400000&sort=surface&utm_source=x'],
    ['maxPrice', '?type=1&sort=surface&utm_source=x'],
  ]);
});

test('of several values one is removed, and a value given twice is one criterion', () => {
  expect(listed('?city=Grimbergen|1850&city=Meise|1860&city=Meise|1860')).toEqual([
    ['city', '?city=Meise%7C1860&city=Meise%7C1860'],
    ['city', '?city=Grimbergen%7C1850'],
  ]);
});

test('the query of a criterion asks this one thing', () => {
  const [type, price] = criteriaOf('?type=1&maxPrice=400.000', 'rent', KNOWN);
  expect(type?.query).toMatchObject({ goal: 'rent', typeKeys: ['house'], maxPrice: null });
  expect(price?.query).toMatchObject({ goal: 'rent', typeKeys: [], maxPrice: 400000 });
});

test('the last criterion leads to the whole list', () => {
  expect(listed('?garden=1')).toEqual([['garden', '']]);
});
