import { describe, expect, test } from 'vitest';
import { type ListingQuery, parseListingQuery, sorted } from '../../src/features/listing/listing-query.ts';
import { matches } from '../../src/features/listing/matching.ts';
import { nearMisses, relaxations } from '../../src/features/listing/relaxation.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { KNOWN, sampleListing } from '../support/sample-listing.ts';

const ALL = parseListingQuery(new URLSearchParams(), 'sale', KNOWN).query;
const query = (criteria: Partial<ListingQuery>) => ({ ...ALL, ...criteria });
const PROPERTIES = [
  sampleListing({ id: 1, price: 400000, bedrooms: 3, living: 150, label: { code: 'c', text: 'C', step: 4 } }),
  sampleListing({ id: 2, price: 450000, bedrooms: 4, living: 180, label: { code: 'b', text: 'B', step: 3 } }),
  sampleListing({ id: 3, price: 300000, bedrooms: 2, living: 100, zip: '1860', city: { nl: 'Meise' } }),
];
const countIn = (listings: readonly Listing[]) => (asked: ListingQuery) =>
  listings.filter((listing) => !listing.gone && matches(listing, asked)).length;
const findIn = (listings: readonly Listing[]) => (asked: ListingQuery) =>
  sorted(listings, asked.sort).filter((listing) => matches(listing, asked));
const GRIMBERGEN = { cities: [{ name: 'Grimbergen', zip: '1850' }] };

describe('the blocking criterion is named, with the properties it would give', () => {
  test.each<[string, Partial<ListingQuery>, string, number]>([
    ['the highest price', { maxPrice: 100000 }, 'maxPrice', 3],
    ['the lowest price', { minPrice: 900000 }, 'minPrice', 3],
    ['the bedrooms', { bedrooms: 9 }, 'bedrooms', 3],
    ['the surface', { minSurface: 900 }, 'minSurface', 3],
    ['the label', { maxLabelStep: 1 }, 'epc', 3],
    ['the type', { typeKeys: ['land'] }, 'type', 3],
    ['the garden', { features: ['garden'] }, 'garden', 3],
    ['the terrace', { features: ['terrace'] }, 'terrace', 3],
    ['the parking', { features: ['parking'] }, 'parking', 3],
    ['the day', { freeBy: '2027-01-01' }, 'freeBy', 3],
    ['the province', { regions: ['antwerp'] }, 'region', 3],
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
    const [first] = relaxations(query(criteria), countIn(PROPERTIES), 0);
    expect([first?.keys[0], first?.count]).toEqual([key, count]);
  });
});

test.each<[string, Partial<ListingQuery>, Listing[]]>([
  ['without any criterion', {}, []],
  ['when two criteria would have to go', { maxPrice: 1, features: ['garden'] }, PROPERTIES],
  ['when there are no properties at all', { maxPrice: 1 }, []],
  ['when all properties are of the other goal', { goal: 'rent', maxPrice: 1 }, PROPERTIES],
])('no criterion is named %s', (_name, criteria, listings) => {
  expect(relaxations(query(criteria), countIn(listings), 0)).toEqual([]);
});

test('sold properties that are hidden are not promised', () => {
  expect(relaxations(query({ maxPrice: 1, hideGone: true }), countIn([sampleListing({ gone: true })]), 0)).toEqual([]);
});

test('a property with a hidden price does not return by another limit', () => {
  const hidden = [sampleListing({ price: null, bedrooms: 1 })];
  expect(relaxations(query({ maxPrice: 1e9, bedrooms: 2 }), countIn(hidden), 0)).toEqual([]);
});

test('few hits: only criteria that hide more than is found are offered, at most three, the place last', () => {
  const asked = query({ ...GRIMBERGEN, maxPrice: 420000, bedrooms: 3, features: ['garden'] });
  const listings = [...PROPERTIES, sampleListing({ id: 4, price: 410000, bedrooms: 3, features: ['garden'] })];
  const wider = [
    sampleListing({ id: 5, price: 430000, bedrooms: 3, features: ['garden'] }),
    sampleListing({ id: 6, price: 310000, bedrooms: 3, features: ['garden'], zip: '1860', city: { nl: 'Meise' } }),
  ];
  expect(relaxations(asked, countIn([...listings, ...wider]), 1)).toEqual([
    { keys: ['maxPrice'], count: 2 },
    { keys: ['garden'], count: 2 },
    { keys: ['city', 'within', 'region'], count: 2 },
  ]);
  expect(relaxations(asked, countIn(listings), 2)).toEqual([]);
});

test.each<[string, Partial<ListingQuery>, Partial<Listing>, boolean]>([
  ['a price just above', { maxPrice: 400000 }, { price: 440000 }, true],
  ['a price far above', { maxPrice: 400000 }, { price: 500000 }, false],
  ['a price just below', { minPrice: 400000 }, { price: 350000 }, true],
  ['a bedroom fewer', { bedrooms: 3 }, { bedrooms: 2 }, true],
  ['two bedrooms fewer', { bedrooms: 3 }, { bedrooms: 1 }, false],
  ['a label worse', { maxLabelStep: 2 }, { label: { code: 'b', text: 'B', step: 3 } }, true],
  ['two limits missed', { maxPrice: 400000, bedrooms: 3 }, { price: 410000, bedrooms: 2 }, false],
  ['what matches', { maxPrice: 400000 }, { price: 390000 }, false],
  ['what is sold', { maxPrice: 400000 }, { price: 410000, gone: true }, false],
  ['a hidden price', { maxPrice: 400000 }, { price: null }, false],
])('%s is a near miss or not', (_name, criteria, facts, expected) => {
  expect(nearMisses(query(criteria), findIn([sampleListing(facts)]), 3)).toHaveLength(expected ? 1 : 0);
});

test('of many near misses the newest are shown, each once', () => {
  const many = [1, 2, 3, 4, 5].map((id) =>
    sampleListing({ id, price: 410000, bedrooms: 2, created: `2026-01-0${id}T10:00:00.000Z` }),
  );
  const asked = query({ maxPrice: 400000, bedrooms: 2 });
  expect(nearMisses(asked, findIn(many), 3).map(({ id }) => id)).toEqual([5, 4, 3]);
  const both = query({ maxPrice: 400000, minPrice: 1, bedrooms: 2 });
  expect(nearMisses(both, findIn(many.slice(0, 2)), 3).map(({ id }) => id)).toEqual([2, 1]);
});
