import { expect, test } from 'vitest';
import { goalOf } from '../../src/features/property/property-state.ts';

test('goal 0 is for sale', () => {
  expect(goalOf({ Goal: 0 })).toBe('sale');
});

test.each([1, 2, 7, -1])('goal %i is for rent, as anything but 0', (Goal) => {
  expect(goalOf({ Goal })).toBe('rent');
});
