import { expect, test } from 'vitest';
import { nameOfItem } from '../../src/features/editing/studio/form-context.ts';

test.each<[string, unknown, string | number, string]>([
  ['its title', { title: { nl: 'Tuin' }, id: 'x' }, 0, '1. Tuin'],
  ['what it says to others', { phrases: ['enkel belgen', 'no kids'] }, 1, '2. enkel belgen, no kids'],
  ['its day', { date: '2026-12-05', capacity: 8 }, 0, '1. 2026-12-05'],
  ['its key', { capacity: 8 }, '35109', '35109'],
  ['its number', null, 2, '3'],
])('an item of a list is called by %s', (_name, item, key, expected) => {
  expect(nameOfItem(item, key, 'nl')).toBe(expected);
});
