import { describe, expect, test } from 'vitest';
import type { ListingQuery } from '../../src/domain/listings/listing-query.ts';
import { matches, relaxation } from '../../src/domain/listings/matching.ts';
import { parseListingQuery } from '../../src/domain/listings/parse-listing-query.ts';
import type { Listing } from '../../src/domain/property/listing.ts';
import { sampleListing, TYPES } from '../support/sample-listing.ts';

const ALL = parseListingQuery(new URLSearchParams(), 'sale', TYPES).query;
const query = (criteria: Partial<ListingQuery>) => ({ ...ALL, ...criteria });
const PROPERTIES = [
  sampleListing({ id: 1, price: 400000, bedrooms: 3, living: 150, label: { code: 'c', text: 'C', step: 4 } }),
  sampleListing({ id: 2, price: 450000, bedrooms: 4, living: 180, label: { code: 'b', text: 'B', step: 3 } }),
  sampleListing({ id: 3, price: 300000, bedrooms: 2, living: 100, zip: '1860', city: { nl: 'Meise' } }),
];
const GRIMBERGEN = { cities: [{ name: 'Grimbergen', zip: '1850' }] };

describe('the blocking criterion is named, with the properties it would give', () => {
  test.each<[string, Partial<ListingQuery>, string, number]>([
    ['the highest price', { maxPrice: 100000 }, 'maxPrice', 3],
    ['the lowest price', { minPrice: 900000 }, 'minPrice', 3],
    ['the bedrooms', { bedrooms: 9 }, 'bedrooms', 3],
    ['the surface', { minSurface: 900 }, 'minSurface', 3],
    ['the label', { maxLabelStep: 1 }, 'epc', 3],
    ['the type', { typeKeys: ['land'] }, 'type', 3],
    ['the garden', { garden: true }, 'garden', 3],
    ['the terrace', { terrace: true }, 'terrace', 3],
    ['the parking', { parking: true }, 'parking', 3],
    ['the town', { cities: [{ name: 'Atlantis', zip: '9999' }] }, 'city', 3],
    ['of two the one that helps', { maxPrice: 100000, bedrooms: 2 }, 'maxPrice', 3],
    ['of two that help the one that gives more', { maxPrice: 350000, bedrooms: 3 }, 'maxPrice', 2],
    ['a smaller town is kept when another criterion helps', { ...GRIMBERGEN, maxPrice: 350000 }, 'maxPrice', 2],
    [
      'a town is kept even when leaving it would give more',
      { cities: [{ name: 'Meise', zip: '1860' }], minPrice: 350000 },
      'minPrice',
      1,
    ],
    [
      'the town only when nothing else helps',
      { cities: [{ name: 'Meise', zip: '1860' }], bedrooms: 4, minSurface: 170 },
      'city',
      1,
    ],
    ['of a price range that is upside down one end', { minPrice: 420000, maxPrice: 350000 }, 'maxPrice', 1],
  ])('%s', (_name, criteria, key, count) => {
    expect(PROPERTIES.filter((listing) => matches(listing, query(criteria)))).toEqual([]);
    expect(relaxation(query(criteria), PROPERTIES)).toEqual({ keys: [key], count });
  });
});

test.each<[string, Partial<ListingQuery>, Listing[]]>([
  ['without any criterion', {}, []],
  ['when two criteria would have to go', { maxPrice: 1, garden: true }, PROPERTIES],
  ['when there are no properties at all', { maxPrice: 1 }, []],
  ['when all properties are of the other goal', { goal: 'rent', maxPrice: 1 }, PROPERTIES],
])('no criterion is named %s', (_name, criteria, listings) => {
  expect(relaxation(query(criteria), listings)).toBeNull();
});

test('sold properties that are hidden are not promised', () => {
  expect(relaxation(query({ maxPrice: 1, hideGone: true }), [sampleListing({ gone: true })])).toBeNull();
});

test('a property with a hidden price does not return by another limit', () => {
  const hidden = [sampleListing({ price: null, bedrooms: 1 })];
  expect(relaxation(query({ maxPrice: 1e9, bedrooms: 2 }), hidden)).toBeNull();
});
