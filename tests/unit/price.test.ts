import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listedPriceOf,
  type PriceFacts,
  priceInWords,
  priceOf,
  pricePerM2Of,
} from '../../src/features/property/price.ts';
import { formatEuro } from '../../src/i18n/format.ts';

const forSale: PriceFacts = { Price: 595000, PublishPrice: true, Goal: 0 };
const forRent: PriceFacts = { Price: 1145.5, PublishPrice: true, Goal: 1 };

test.each([
  [595000, '€\u00a0595.000'],
  [1145, '€\u00a01.145'],
  [999, '€\u00a0999'],
  [1145.5, '€\u00a01.145,50'],
  [0.05, '€\u00a00,05'],
  [594999.999, '€\u00a0595.000'],
  [0, '€\u00a00'],
  [-0, '€\u00a00'],
  [-250, '€\u00a0-250'],
  [1e21, '€\u00a01.000.000.000.000.000.000.000'],
])('%d euros is written %s', (amount, text) => {
  expect(formatEuro(amount, 'nl')).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, '595000', null, undefined, {}])(
  'the amount %o is written NaN',
  (amount) => {
    expect(formatEuro(amount as number, 'nl')).toBe('NaN');
  },
);

test('a written amount reads back as the amount in cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e11 }), (cents) => {
      const read = formatEuro(cents / 100, 'nl')
        .replace('€\u00a0', '')
        .replaceAll('.', '')
        .replace(',', '.');
      return Math.round(Number(read) * 100) === cents;
    }),
  );
});

describe('the price of a property', () => {
  test('for sale is an amount', () => {
    expect(priceOf(forSale, 'nl')).toEqual({
      kind: 'shown',
      amount: '€\u00a0595.000',
      from: false,
      unit: null,
      perMonth: false,
    });
  });

  test('for rent is an amount per month', () => {
    expect(priceOf(forRent, 'fr')).toEqual({
      kind: 'shown',
      amount: '€\u00a01.145,50',
      from: false,
      unit: null,
      perMonth: true,
    });
  });

  test('with price unit 7 starts from an amount', () => {
    expect(priceOf({ ...forSale, PriceUnit: 7 }, 'nl')).toMatchObject({ from: true });
  });

  test.each([undefined, 0, 6, 8])('with price unit %s is the amount itself', (PriceUnit) => {
    expect(priceOf({ ...forSale, PriceUnit }, 'nl')).toMatchObject({ from: false });
  });

  test('for rent with a unit of its own is not per month', () => {
    const yearly = { ...forRent, PriceUnitText: { nl: 'per jaar', FR: 'par an' } };
    expect(priceOf(yearly, 'nl')).toMatchObject({ unit: 'per jaar', perMonth: false });
    expect(priceOf(yearly, 'fr')).toMatchObject({ unit: 'par an', perMonth: false });
    expect(priceOf(yearly, 'de')).toMatchObject({ unit: null, perMonth: false });
  });

  test('for rent with an empty unit is per month', () => {
    expect(priceOf({ ...forRent, PriceUnitText: { nl: '', fr: '' } }, 'nl')).toMatchObject({
      unit: null,
      perMonth: true,
    });
  });

  test.each<[string, Partial<PriceFacts>]>([
    ['it is not published', { PublishPrice: false }],
    ['it is 0', { Price: 0 }],
    ['it is below 0', { Price: -1 }],
    ['it is no number', { Price: Number.NaN }],
    ['it is endless', { Price: Number.POSITIVE_INFINITY }],
  ])('is hidden when %s', (_, facts) => {
    expect(priceOf({ ...forSale, ...facts }, 'nl')).toEqual({ kind: 'hidden' });
  });
});

describe('the price of a square metre', () => {
  test('is in whole euros', () => {
    expect(pricePerM2Of({ ...forSale, SurfaceLiving: 214 })).toBe(2780);
  });

  test.each<[string, PriceFacts & { SurfaceLiving?: unknown }]>([
    ['of a property to let', { ...forRent, SurfaceLiving: 90 }],
    ['behind a hidden price', { ...forSale, PublishPrice: false, SurfaceLiving: 214 }],
    ['behind a price of 0', { ...forSale, Price: 0, SurfaceLiving: 214 }],
    ['behind a price that only starts there', { ...forSale, PriceUnit: 7, SurfaceLiving: 214 }],
    ['without a surface', forSale],
    ['of a surface of 0', { ...forSale, SurfaceLiving: 0 }],
    ['of a surface written as text', { ...forSale, SurfaceLiving: '214' }],
  ])('is unknown %s', (_, property) => {
    expect(pricePerM2Of(property)).toBeNull();
  });
});

describe('a price as lists know it', () => {
  const listed = (price: number | null, more: object = {}) => {
    const listing = { price, priceUnit: null, priceUnitText: null, goal: 'sale' as const, ...more };
    return priceInWords(listedPriceOf(listing, 'nl'), (key, values) => `${key} ${values?.price ?? ''}`.trim());
  };

  test.each([
    [null, {}, 'PRICE_ON_REQUEST'],
    [595_000, {}, '€\u00a0595.000'],
    [595_000, { priceUnit: 7 }, 'STARTING_FROM €\u00a0595.000'],
    [595_000, { priceUnitText: { nl: 'k.k.' } }, '€\u00a0595.000 k.k.'],
    [950, { goal: 'rent' }, '€\u00a0950 PER_MONTH'],
    [9000, { goal: 'rent', priceUnitText: { nl: 'per jaar' } }, '€\u00a09.000 per jaar'],
    [9000, { goal: 'rent', priceUnitText: { fr: 'par an' } }, '€\u00a09.000'],
  ])('%j with %j is %s', (price, more, words) => {
    expect(listed(price, more)).toBe(words);
  });
});
