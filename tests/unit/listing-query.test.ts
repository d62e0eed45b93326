import { describe, expect, test } from 'vitest';
import {
  FILTER_KEYS,
  type ListingQuery,
  parseListingQuery,
  SORTS,
  sorted,
} from '../../src/features/listing/listing-query.ts';
import { matches } from '../../src/features/listing/matching.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { KNOWN, sampleListing } from '../support/sample-listing.ts';

const ALL = parseListingQuery(new URLSearchParams(), 'sale', KNOWN).query;
const fits = (listing: Partial<Listing>, criteria: Partial<ListingQuery>) =>
  matches(sampleListing(listing), { ...ALL, ...criteria });
const [MEISE, GRIMBERGEN] = [
  { name: 'Meise', zip: '1860' },
  { name: 'Grimbergen', zip: '1850' },
];
const label = (step: number) => ({ code: 'x', text: 'X', step });

describe('a property is found', () => {
  test.each<[string, Partial<Listing>, Partial<ListingQuery>, boolean]>([
    ['without any criterion', {}, {}, true],
    ['only under its own goal', { goal: 'rent' }, {}, false],
    ['at exactly the lowest price', { price: 300000 }, { minPrice: 300000 }, true],
    ['not one euro below', { price: 299999 }, { minPrice: 300000 }, false],
    ['at exactly the highest price', { price: 300000 }, { maxPrice: 300000 }, true],
    ['not one euro above', { price: 300001 }, { maxPrice: 300000 }, false],
    ['with exactly the bedrooms', { bedrooms: 3 }, { bedrooms: 3 }, true],
    ['not with one fewer', { bedrooms: 2 }, { bedrooms: 3 }, false],
    ['with exactly the surface', { living: 120 }, { minSurface: 120 }, true],
    ['not with less', { living: 119.9 }, { minSurface: 120 }, false],
    ['with the worst label allowed', { label: label(4) }, { maxLabelStep: 4 }, true],
    ['not with a worse one', { label: label(5) }, { maxLabelStep: 4 }, false],
    ['not without a label when one is asked', { label: null }, { maxLabelStep: 8 }, false],
    ['with one of its types', { typeKeys: ['commerce', 'house'] }, { typeKeys: ['house', 'land'] }, true],
    ['not with another type', { typeKeys: ['garage'] }, { typeKeys: ['house'] }, false],
    ['with a garden', { features: ['lift', 'garden'] }, { features: ['garden'] }, true],
    ['not without', { features: ['lift'] }, { features: ['garden', 'lift'] }, false],
    ['at exactly the largest surface', { living: 120 }, { maxSurface: 120 }, true],
    ['not with more', { living: 121 }, { maxSurface: 120 }, false],
    ['not under a largest surface when its own is not known', { living: 0 }, { maxSurface: 120 }, false],
    ['with exactly the plot', { ground: 800 }, { minGround: 800 }, true],
    ['not with a smaller plot', { ground: 799 }, { minGround: 800 }, false],
    ['with charges up to the limit', { charges: 100 }, { maxCharges: 100 }, true],
    ['not with higher charges', { charges: 101 }, { maxCharges: 100 }, false],
    ['not under a limit of charges that nobody stated', { charges: null }, { maxCharges: 100 }, false],
    ['when it is free at once', { freeFrom: '' }, { freeBy: '2027-01-01' }, true],
    ['when it is free on the last day', { freeFrom: '2027-01-01' }, { freeBy: '2027-01-01' }, true],
    ['not when it is free a day later', { freeFrom: '2027-01-02' }, { freeBy: '2027-01-01' }, false],
    ['not by a day when nobody stated from when', { freeFrom: null }, { freeBy: '2027-01-01' }, false],
    ['in a province beside the towns asked for', { zip: '1000' }, { cities: [MEISE], regions: ['brussels'] }, true],
    ['in a town beside the provinces asked for', {}, { cities: [GRIMBERGEN], regions: ['antwerp'] }, true],
    ['not outside both', {}, { cities: [MEISE], regions: ['antwerp'] }, false],
    ['around a town', {}, { cities: [MEISE], zipsAround: new Set(['1850']) }, true],
    ['when sold, unless that is hidden', { gone: true }, {}, true],
    ['not when sold and hidden', { gone: true }, { hideGone: true }, false],
  ])('%s', (_name, listing, criteria, found) => {
    expect(fits(listing, criteria)).toBe(found);
  });

  test.each([
    ['name and postcode', 'Grimbergen', '1850', true],
    ['whatever the case and accents', 'GRÌMBERGEN', '1850', true],
    ['its name in another language', 'Grimberghe', '1850', true],
    ['the postcode alone', '', '1850', true],
    ['the name alone', 'Grimbergen', '', true],
    ['not another postcode', 'Grimbergen', '1860', false],
    ['not the start of the name', 'Grim', '1850', false],
    ['not another town of the same postcode', 'Humbeek', '1850', false],
  ])('in its town by %s', (_name, name, zip, found) => {
    expect(fits({ city: { nl: 'Grimbergen', fr: 'Grimberghe' }, zip: '1850' }, { cities: [{ name, zip }] })).toBe(
      found,
    );
  });

  test('in one of several towns', () => {
    expect(
      fits(
        {},
        {
          cities: [
            { name: 'Meise', zip: '1860' },
            { name: 'Grimbergen', zip: '1850' },
          ],
        },
      ),
    ).toBe(true);
  });
});

describe('a hidden price', () => {
  test.each([{ minPrice: 0 }, { minPrice: 1 }, { maxPrice: 1e9 }, { minPrice: 1, maxPrice: 1e9 }])(
    'matches no price filter, so that it cannot be guessed: %o',
    (criteria) => {
      expect(fits({ price: null }, criteria)).toBe(false);
    },
  );

  test('is found without a price filter', () => {
    expect(fits({ price: null }, {})).toBe(true);
  });

  test.each(['price-asc', 'price-desc', 'price-m2'] as const)(
    'is at the end of %s, newest first, whatever it is',
    (sort) => {
      const listings = [
        sampleListing({ id: 1, price: null, pricePerM2: null, created: '2026-01-01' }),
        sampleListing({ id: 2, price: 900000, pricePerM2: 9000 }),
        sampleListing({ id: 3, price: null, pricePerM2: null, created: '2026-02-01' }),
        sampleListing({ id: 4, price: 100000, pricePerM2: 1000 }),
      ];
      expect(
        sorted(listings, sort)
          .map(({ id }) => id)
          .slice(2),
      ).toEqual([3, 1]);
    },
  );
});

describe('in the order', () => {
  const listings = [
    sampleListing({ id: 1, price: 300, living: 90, pricePerM2: 30, created: '2026-01-01' }),
    sampleListing({ id: 2, price: 100, living: 0, pricePerM2: null, created: '2026-03-01', gone: true }),
    sampleListing({ id: 3, price: 200, living: 120, pricePerM2: 20, created: '2026-02-01' }),
    sampleListing({ id: 4, price: 200, living: 120, pricePerM2: 20, created: '2026-02-01' }),
  ];
  test.each([
    ['newest', 'what can still be had first', [4, 3, 1, 2]],
    ['price-asc', 'of equal prices the newest, then the higher number', [2, 4, 3, 1]],
    ['price-desc', 'the same the other way', [1, 4, 3, 2]],
    ['surface', 'largest first, unknown last', [4, 3, 1, 2]],
    ['price-m2', 'cheapest first, unknown last', [4, 3, 1, 2]],
  ] as const)('%s: %s', (sort, _name, ids) => {
    expect(sorted(listings, sort).map(({ id }) => id)).toEqual(ids);
    expect(sorted([...listings].reverse(), sort).map(({ id }) => id)).toEqual(ids);
  });

  test('every order keeps every property and does not change the given list', () => {
    for (const sort of SORTS) expect(sorted(listings, sort)).toHaveLength(4);
    expect(listings.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });
});

test('every filter of the design is a key of the query, and nothing else is', () => {
  const design = [
    'city',
    'region',
    'area',
    'bounds',
    'type',
    'minPrice',
    'maxPrice',
    'bedrooms',
    'within',
    'minSurface',
    'maxSurface',
    'minGround',
    'maxCharges',
    'freeBy',
    'epc',
    ...['lift', 'groundFloor', 'wheelchair', 'furnished', 'pets', 'renovate'],
    'garden',
    'terrace',
    'parking',
    'sold',
    'sort',
    'page',
  ];
  expect([...FILTER_KEYS].sort()).toEqual(design.sort());
});
