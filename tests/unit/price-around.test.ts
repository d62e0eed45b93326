import { expect, test } from 'vitest';
import { priceAround } from '../../src/features/listing/price-around.ts';

test.each([
  ['sale', 429_000, { minPrice: 360_000, maxPrice: 500_000 }],
  ['rent', 980, { minPrice: 800, maxPrice: 1150 }],
  ['rent', 40, { minPrice: 0, maxPrice: 50 }],
  ['sale', null, null],
  ['sale', 0, null],
] as const)('limits around a price: %s of %s', (goal, price, expected) => {
  expect(priceAround(goal, price)).toEqual(expected);
});
