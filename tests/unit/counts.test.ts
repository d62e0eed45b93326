import { expect, test } from 'vitest';
import types from '../../content/property-types.json' with { type: 'json' };
import { type CountedListing, countProperty, countsByCity, countsByType } from '../../src/domain/listings/counts.ts';

const property = (facts: Partial<CountedListing>): CountedListing => ({
  goal: 'sale',
  typeKeys: ['house'],
  cityKey: '1850-grimbergen',
  gone: false,
  ...facts,
});

const PROPERTIES = [
  property({}),
  property({ goal: 'rent' }),
  property({ gone: true }),
  property({ typeKeys: ['apartment', 'commerce'], cityKey: '1800-vilvoorde' }),
  property({ goal: 'rent', gone: true, cityKey: '9300-aalst' }),
];

test('the totals are for sale first, for rent second, without the sold and the rented', () => {
  expect(countProperty(PROPERTIES)).toEqual([2, 1]);
  expect(countProperty([])).toEqual([0, 0]);
});

test('every type has a count, in the order of the types', () => {
  const counts = countsByType(PROPERTIES, types);
  expect([...counts.keys()]).toEqual(['house', 'apartment', 'commerce', 'land', 'building', 'office', 'garage']);
  expect(counts.get('house')).toEqual({ sale: 1, rent: 1 });
  expect(counts.get('land')).toEqual({ sale: 0, rent: 0 });
});

test('a home of two types counts for both', () => {
  const counts = countsByType(PROPERTIES, types);
  expect(counts.get('apartment')).toEqual({ sale: 1, rent: 0 });
  expect(counts.get('commerce')).toEqual({ sale: 1, rent: 0 });
});

test('a type named twice counts once', () => {
  expect(countsByType([property({ typeKeys: ['house', 'house'] })], types).get('house')).toEqual({ sale: 1, rent: 0 });
});

test.each(['castle', '__proto__', 'constructor'])('the unknown type %s is not counted', (key) => {
  expect(countsByType([property({ typeKeys: [key] })], types).has(key)).toBe(false);
});

test('a town counts its homes for sale and for rent; one where all are gone is left out', () => {
  expect(countsByCity(PROPERTIES)).toEqual(
    new Map([
      ['1850-grimbergen', { sale: 1, rent: 1 }],
      ['1800-vilvoorde', { sale: 1, rent: 0 }],
    ]),
  );
});

test('a town called __proto__ is a town', () => {
  expect(countsByCity([property({ cityKey: '__proto__' })]).get('__proto__')).toEqual({ sale: 1, rent: 0 });
});
