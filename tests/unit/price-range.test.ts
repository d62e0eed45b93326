import { expect, test } from 'vitest';
import { priceRangeOf } from '../../src/features/property/price.ts';

test('the range of a town excludes hidden prices and sold properties', () => {
  const properties = [
    { price: 595_000, gone: false },
    { price: null, gone: false },
    { price: 250_000, gone: false },
    { price: 100_000, gone: true },
  ];
  expect(priceRangeOf(properties)).toEqual({ low: 250_000, high: 595_000 });
});

test('without a public price there is no range', () => {
  expect(priceRangeOf([{ price: null, gone: false }])).toBeNull();
  expect(priceRangeOf([])).toBeNull();
});
