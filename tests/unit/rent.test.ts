import { expect, test } from 'vitest';
import { chargesOf, rentCostsOf } from '../../src/features/property/price.ts';
import type { Property } from '../../src/features/property/property.ts';

const rental = (facts: Partial<Property>) =>
  ({ Goal: 1, Price: 1000, PublishPrice: true, ...facts }) as unknown as Property;

test('rent, charges and deposit are summed', () => {
  expect(rentCostsOf(rental({ ChargesRenter: 100, Deposit: 2000 }))).toEqual({
    charges: 100,
    perMonth: 1100,
    deposit: 2000,
    atStart: 3100,
  });
  expect(rentCostsOf(rental({ ChargesRenter: 100 }))).toMatchObject({ perMonth: 1100, deposit: null });
  expect(rentCostsOf(rental({ Deposit: 2000 }))).toMatchObject({ charges: 0, perMonth: 1000, atStart: 3000 });
});

test.each([
  ['a sale', { Goal: 0 }],
  ['a hidden rent', { PublishPrice: false }],
  ['a rent that is not filled in', { Price: 0 }],
  ['a rent for another period', { PriceUnitText: { nl: 'per jaar' } }],
])('%s shows none of it', (_name, facts) => {
  const property = rental({ ChargesRenter: 100, Deposit: 2000, ...facts });
  expect([chargesOf(property), rentCostsOf(property)]).toEqual([null, null]);
});

test.each([0, -5, '100', null, undefined])('charges of %j are none', (value) => {
  expect(chargesOf(rental({ ChargesRenter: value as number }))).toBeNull();
});

test('a rental without charges and deposit needs no sums', () => {
  expect(rentCostsOf(rental({}))).toBeNull();
});

test('without one sum, the common and the private charges are added up', () => {
  expect(chargesOf(rental({ CommonCharges: 60, PrivateCharges: 40 }))).toBe(100);
  expect(chargesOf(rental({ CommonCharges: 60, PrivateCharges: 40, ChargesRenter: 90 }))).toBe(90);
});
