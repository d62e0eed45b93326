import { expect, test } from 'vitest';
import { ATTRIBUTES } from '../../src/features/property/attributes.ts';
import { boundsOf, implausibleIn, isPlausible } from '../../src/features/property/plausible.ts';

const NUMBERS = ATTRIBUTES.filter(({ kind }) => !['text', 'date', 'choice', 'yesNo', 'years'].includes(kind));

test.each(['Price', 'EnergyPerformance', ...NUMBERS.map(({ key }) => key)])('%s has bounds', (field) => {
  for (const goal of [0, 1]) {
    const { least, most } = boundsOf(field, goal) ?? expect.fail('no bounds');
    expect(isPlausible(field, least, goal) && isPlausible(field, most, goal)).toBe(true);
    expect(isPlausible(field, least - 1, goal) || isPlausible(field, most + 1, goal)).toBe(false);
  }
});

test('a rent has other bounds than a sale; a price of 0 is not filled in', () => {
  expect(implausibleIn({ Goal: 0, Price: 325 })).toEqual([
    { field: 'Price', value: 325, least: 1000, most: 50_000_000 },
  ]);
  expect(implausibleIn({ Goal: 1, Price: 325 })).toEqual([]);
  expect(implausibleIn({ Goal: 1, Price: 325_000 })).toMatchObject([{ field: 'Price' }]);
  expect(implausibleIn({ Goal: 0, Price: 0, EnergyPerformance: 182_345, ID: 999_999_999 })).toMatchObject([
    { field: 'EnergyPerformance' },
  ]);
});
