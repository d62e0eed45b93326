import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matches } from '../../src/features/listing/matching.ts';
import { reasonsOf, searchCriteriaOf } from '../../src/features/listing/search-criteria.ts';
import type { Listing } from '../../src/features/property/listing.ts';
import { sampleListing } from '../support/sample-listing.ts';

const TOWNS = [
  ['1850', 'Grimbergen'],
  ['1860', 'Meise'],
  ['1853', 'Strombeek-Bever'],
] as const;
const TYPES = ['house', 'apartment', 'garage'];

const properties = fc.record({
  goal: fc.constantFrom('sale', 'rent'),
  town: fc.constantFrom(...TOWNS),
  typeKeys: fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1 }),
  price: fc.option(fc.integer({ min: 0, max: 20 }).map((tens) => tens * 50_000)),
  bedrooms: fc.integer({ min: 0, max: 5 }),
  garages: fc.integer({ min: 0, max: 2 }),
  parkings: fc.integer({ min: 0, max: 2 }),
  gone: fc.boolean(),
});
const amount = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 20 }).map((tens) => String(tens * 50_000)),
);
const few = fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 5 }).map(String));
const anyCriteria = fc.record({
  goal: fc.constantFrom('sale', 'rent'),
  types: fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1 }),
  towns: fc.uniqueArray(fc.constantFrom('1850|grimbergen', '1860|meise', '1853|strombeek-bever')),
  zips: fc.constantFrom('', '1850', '1860, 1853', 'ergens'),
  minPrice: amount,
  maxPrice: amount,
  minBedrooms: few,
  garages: few,
  parkings: few,
});

/** The criteria read word by word, without any of the code under test. */
function naively(listing: Listing, criteria: typeof anyCriteria extends fc.Arbitrary<infer T> ? T : never): boolean {
  const zips = criteria.zips.split(/\D+/).filter(Boolean);
  const places = [...criteria.towns.map((town) => town.slice(0, 4)), ...zips];
  const no = (text: string) => text === '';
  return [
    listing.goal === criteria.goal,
    !listing.gone,
    criteria.types.some((type) => listing.typeKeys.includes(type)),
    places.length === 0 || places.includes(listing.zip),
    no(criteria.minPrice) || (listing.price !== null && listing.price >= +criteria.minPrice),
    no(criteria.maxPrice) || (listing.price !== null && listing.price <= +criteria.maxPrice),
    no(criteria.minBedrooms) || listing.bedrooms >= +criteria.minBedrooms,
    no(criteria.garages) || listing.garages >= +criteria.garages,
    no(criteria.parkings) || listing.parkings >= +criteria.parkings,
  ].every(Boolean);
}

test('a saved search finds exactly what its criteria describe', () => {
  let found = 0;
  fc.assert(
    fc.property(properties, anyCriteria, ({ town: [zip, name], ...facts }, criteria) => {
      const listing = { ...sampleListing(), ...facts, zip, city: { nl: name } } as Listing;
      const expected = naively(listing, criteria);
      if (expected) found += 1;
      expect(matches(listing, searchCriteriaOf(criteria))).toBe(expected);
    }),
    { numRuns: 3000 },
  );
  expect(found).toBeGreaterThan(20);
});

test('the reasons of a match are exactly the matched criteria', () => {
  expect(
    reasonsOf(
      searchCriteriaOf({
        goal: 'sale',
        types: ['house'],
        towns: ['1850|grimbergen'],
        maxPrice: '450000',
        minBedrooms: '3',
      }),
    ),
  ).toEqual([
    { kind: 'town' },
    { kind: 'type' },
    { kind: 'price', from: null, to: 450000 },
    { kind: 'bedrooms', least: 3 },
  ]);
  expect(reasonsOf(searchCriteriaOf({ goal: 'rent' }))).toEqual([]);
});

test('invalid values make criteria that ask for nothing', () => {
  expect(searchCriteriaOf({ goal: 'x', types: 'house', towns: true } as never)).toMatchObject({
    goal: 'sale',
    typeKeys: [],
    cities: [],
  });
});

test('a saved search for a region is for each of its towns, those without properties today too', () => {
  const inBrussels = searchCriteriaOf({ goal: 'sale', types: ['house'], regions: ['brussels', 'atlantis'] });
  const at = (zip: string) => ({ ...sampleListing({ goal: 'sale' }), typeKeys: ['house'], zip, gone: false });
  expect(['1090', '1030', '1850', '2000'].map((zip) => matches(at(zip), inBrussels))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(reasonsOf(inBrussels).map(({ kind }) => kind)).toEqual(['town', 'type']);
});
