import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTER_KEYS, parseListingQuery, sorted } from '../../src/features/listing/listing-query.ts';
import { matches } from '../../src/features/listing/matching.ts';
import { anyCharacter } from '../support/any-character.ts';
import { KNOWN, sampleListing } from '../support/sample-listing.ts';

const parse = (text: string, hideGone = false) => parseListingQuery(new URLSearchParams(text), 'sale', KNOWN, hideGone);
const PLAIN = parse('').query;

test('a URL without filters selects everything', () => {
  expect(parse('')).toEqual({
    ignored: [],
    query: {
      goal: 'sale',
      cities: [],
      regions: [],
      drawn: null,
      travel: null,
      typeKeys: [],
      within: null,
      zipsAround: new Set(),
      ...{ minPrice: null, maxPrice: null, maxCharges: null, bedrooms: null },
      ...{ minSurface: null, maxSurface: null, minGround: null, maxLabelStep: null, freeBy: null },
      features: [],
      hideGone: false,
      sort: 'newest',
    },
  });
});

describe('a filter is understood', () => {
  test.each([
    [
      'bounds=50_4*51_5',
      {
        drawn: {
          outline: null,
          bounds: { south: 50, west: 4, north: 51, east: 5 },
          zips: expect.any(Set),
        },
      },
    ],
    ['city=Grimbergen|1850', { cities: [{ name: 'Grimbergen', zip: '1850' }] }],
    [
      'city=Grimbergen%7C1850&city=Meise|1860',
      {
        cities: [
          { name: 'Grimbergen', zip: '1850' },
          { name: 'Meise', zip: '1860' },
        ],
      },
    ],
    ['city=|1850', { cities: [{ name: '', zip: '1850' }] }],
    ['city=Meise', { cities: [{ name: 'Meise', zip: '' }] }],
    ['type=1', { typeKeys: ['house'] }],
    ['type=house&type=2', { typeKeys: ['house', 'apartment'] }],
    ['minPrice=0', { minPrice: 0 }],
    ['minPrice=250.000', { minPrice: 250000 }],
    ['maxPrice=%E2%82%AC%201.250.000', { maxPrice: 1250000 }],
    ['maxPrice=250%C2%A0000', { maxPrice: 250000 }],
    ['maxPrice=1000000000', { maxPrice: null }, ['maxPrice']],
    ['bedrooms=3', { bedrooms: 3 }],
    ['minSurface=120', { minSurface: 120 }],
    ['epc=C', { maxLabelStep: 4 }],
    ['epc=a%2B', { maxLabelStep: 1 }],
    ['epc=A+', { maxLabelStep: 1 }],
    ['garden=1&terrace=on&parking=true', { features: ['garden', 'terrace', 'parking'] }],
    ['freeBy=2027-03-01', { freeBy: '2027-03-01' }],
    ['maxSurface=80&minSurface=120', { minSurface: 80, maxSurface: 120 }],
    ['minGround=1.000&maxCharges=150', { minGround: 1000, maxCharges: 150 }],
    ['sold=hide', { hideGone: true }],
    ['sort=price-desc', { sort: 'price-desc' }],
  ] as [string, object, string[]?][])('%s', (text, expected, ignored = []) => {
    expect(parse(text)).toEqual({ query: { ...PLAIN, ...expected }, ignored });
  });

  test('the setting that hides the sold, unless the visitor wants to see them', () => {
    expect(parse('', true).query.hideGone).toBe(true);
    expect(parse('sold=show', true).query.hideGone).toBe(false);
  });
});

describe('an empty value is no filter and no mistake', () => {
  test.each(['city=', 'type=', 'minPrice=', 'maxPrice=%20', 'bedrooms=', 'epc=', 'garden=', 'sold=', 'sort='])(
    '%s',
    (text) => {
      expect(parse(text)).toEqual({ query: PLAIN, ignored: [] });
    },
  );
});

describe('a hostile or invalid value is left out and named', () => {
  test.each([
    ['minPrice=-1', 'minPrice'],
    ['minPrice=abc', 'minPrice'],
    ['minPrice=1e9', 'minPrice'],
    ['minPrice=0x10', 'minPrice'],
    ['minPrice=Infinity', 'minPrice'],
    ['minPrice=NaN', 'minPrice'],
    ['maxPrice=2,5', 'maxPrice'],
    ['maxPrice=2.5', 'maxPrice'],
    ['maxPrice=1.2.3', 'maxPrice'],
    ['maxPrice=99999999999999999999', 'maxPrice'],
    ['maxPrice=%00', 'maxPrice'],
    ['bedrooms=100', 'bedrooms'],
    ['bedrooms=2.5', 'bedrooms'],
    ['bedrooms=<script>', 'bedrooms'],
    ['minSurface=9999999', 'minSurface'],
    ['type=8', 'type'],
    ['type=__proto__', 'type'],
    ['type=constructor', 'type'],
    ["type=1' OR 1=1", 'type'],
    ['epc=Z', 'epc'],
    ['epc=G', 'epc'],
    ['epc=__proto__', 'epc'],
    ['epc=constructor', 'epc'],
    ['garden=2', 'garden'],
    ['terrace=yes', 'terrace'],
    ['parking=0', 'parking'],
    ['freeBy=2027-02-30', 'freeBy'],
    ['freeBy=soon', 'freeBy'],
    ['within=51', 'within'],
    ['sold=maybe', 'sold'],
    ['sort=price', 'sort'],
    ['sort=__proto__', 'sort'],
    ['city=|', 'city'],
  ])('%s', (text, key) => {
    expect(parse(text)).toEqual({ query: PLAIN, ignored: [key] });
  });

  test('each key once, and the valid values beside it are kept', () => {
    expect(parse('type=1&type=8&type=9&minPrice=x&bedrooms=2')).toEqual({
      query: { ...PLAIN, typeKeys: ['house'], bedrooms: 2 },
      ignored: ['type', 'minPrice'],
    });
  });
});

test('prices the wrong way round are the range between them', () => {
  expect(parse('minPrice=500000&maxPrice=100000').query).toMatchObject({ minPrice: 100000, maxPrice: 500000 });
  expect(parse('minPrice=500000').query).toMatchObject({ minPrice: 500000, maxPrice: null });
});

test('a distance counts the towns around each town, from centre to centre', () => {
  const { query } = parse('city=Meise|1860&within=10');
  expect(query).toMatchObject({ within: 10, cities: [{ name: 'Meise', zip: '1860' }] });
  expect([...query.zipsAround]).toEqual(expect.arrayContaining(['1860', '1850']));
  expect(parse('city=Meise|1860&within=1').query.zipsAround).toEqual(new Set(['1860']));
  expect(parse('within=10').query.zipsAround).toEqual(new Set());
});

test('a thousand towns and types are cut off at fifty', () => {
  const { query } = parse(`${'city=Meise|1860&'.repeat(1000)}${'type=1&'.repeat(1000)}`);
  expect([query.cities.length, query.typeKeys.length]).toEqual([50, 50]);
  expect(parse(`city=${'x'.repeat(5000)}`).query.cities[0]!.name).toHaveLength(100);
});

test('any URL gives a valid query, with a note for every value left out', () => {
  const keys = fc.constantFrom(...FILTER_KEYS);
  const listings = [sampleListing(), sampleListing({ id: 2, price: null, label: null })];
  fc.assert(
    fc.property(fc.array(fc.tuple(keys, fc.string({ unit: anyCharacter, maxLength: 40 }))), (pairs) => {
      const { query, ignored } = parseListingQuery(new URLSearchParams(pairs), 'sale', KNOWN);
      for (const figure of [query.minPrice, query.maxPrice, query.bedrooms, query.minSurface])
        expect(figure === null || Number.isSafeInteger(figure)).toBe(true);
      for (const key of ignored) expect(pairs.map(([name]) => name)).toContain(key);
      expect(
        sorted(
          listings.filter((listing) => matches(listing, query)),
          query.sort,
        ).length,
      ).toBeLessThanOrEqual(2);
    }),
    { numRuns: 1000 },
  );
});
