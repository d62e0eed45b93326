import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { similarFinder } from '../../src/features/listing/similar.ts';
import { distanceKm } from '../../src/features/listing/town.ts';
import type { City } from '../../src/features/place/region.ts';
import { sampleListing } from '../support/sample-listing.ts';

const LISTING = sampleListing({ id: 1, price: 400000, bedrooms: 3 });
const like = (id: number, changes = {}) => sampleListing({ id, price: 400000, bedrooms: 3, ...changes });
const city = (Zip: string, CountryID: number, Latitude: number, Longitude: number): City => ({
  Zip,
  Name: { nl: Zip },
  CountryID,
  CountryName: { nl: String(CountryID) },
  Latitude,
  Longitude,
});
/** Grimbergen, Meise and Jette are near each other, Ghent and Mondorf are not. */
const CITIES = [
  city('1850', 10, 50.934, 4.372),
  city('1860', 10, 50.939, 4.326),
  city('1090', 10, 50.878, 4.326),
  city('9000', 10, 51.054, 3.725),
  city('59000', 50, 49.506, 6.277),
];
const ids = (among: ReturnType<typeof like>[], most = 10, cities = CITIES) =>
  similarFinder(among, cities)(LISTING, most).map(({ id }) => id);

describe('similar properties', () => {
  test.each([
    ['never the property itself', { id: 1 }],
    ['never one of the other goal', { goal: 'rent' }],
    ['never one that is sold', { gone: true }],
    ['never one of another type', { typeKeys: ['land'] }],
    ['never one without a type', { typeKeys: [] }],
    ['never one in another country, even with the same postcode', { countryId: 50 }],
    ['never one in a town far away, even at the same price', { zip: '9000' }],
    ['never one in another postcode region whose location is unknown', { zip: '2000' }],
  ])('%s', (_name, changes) => {
    expect(ids([like(2, changes), like(3)])).toEqual([3]);
  });

  test('the same town before the neighbours, those before the rest', () => {
    expect(ids([like(2, { zip: '1090' }), like(3, { zip: '1860' }), like(4)])).toEqual([4, 3, 2]);
  });

  test('a town without a location counts by its postcode region', () => {
    expect(ids([like(2, { zip: '1853' }), like(3, { zip: '1000' }), like(4)], 10, [])).toEqual([4, 2]);
  });

  test('of one town the nearest price, of one price the nearest number of bedrooms', () => {
    expect(ids([like(2, { price: 800000 }), like(3, { price: 410000 }), like(4, { bedrooms: 4 })])).toEqual([3, 4, 2]);
  });

  test('a hidden price counts as half-way off, whatever it is', () => {
    expect(ids([like(2, { price: null }), like(3, { price: 4_000_000 }), like(4, { price: 300000 })])).toEqual([
      4, 2, 3,
    ]);
  });

  test('one type in common is enough', () => {
    expect(ids([like(2, { typeKeys: ['commerce', 'house'] })])).toEqual([2]);
  });

  test('of two types in common is shown once', () => {
    const both = { typeKeys: ['commerce', 'house'] };
    const found = similarFinder([like(2, both), like(3, both)])(
      sampleListing({ ...both, id: 1, price: 400000, bedrooms: 3 }),
      4,
    );
    expect(found.map(({ id }) => id)).toEqual([2, 3]);
  });

  test('of equals the newest, and no more than requested', () => {
    expect(ids([like(2, { created: '2026-01-01' }), like(3, { created: '2026-02-01' })], 1)).toEqual([3]);
    expect(ids([], 4)).toEqual([]);
    expect(ids([like(2)], 0)).toEqual([]);
  });

  test('are those found by comparing every property', () => {
    const property = fc.record({
      zip: fc.constantFrom('1850', '1860', '1852', '1090', '9000', '59000'),
      countryId: fc.constantFrom(10, 50),
      price: fc.constantFrom(null, 250000, 260000, 400000, 900000),
      bedrooms: fc.constantFrom(0, 1, 2, 3, 7),
      created: fc.constantFrom('2026-01-01', '2026-02-01'),
      typeKeys: fc.constantFrom(['house'], ['house', 'commerce'], ['commerce'], []),
      gone: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(property, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (facts, most) => {
          const listings = facts.map((changes, at) => like(at + 1, changes));
          for (const one of listings) {
            const others = listings.filter(
              (other) => other !== one && !other.gone && other.typeKeys.some((type) => one.typeKeys.includes(type)),
            );
            const all = others
              .map((other) => ({ other, far: farOf(one, other) }))
              .filter(({ far }) => far < Number.POSITIVE_INFINITY)
              .sort(
                (a, b) => a.far - b.far || b.other.created.localeCompare(a.other.created) || a.other.id - b.other.id,
              );
            expect(similarFinder(listings, CITIES)(one, most)).toEqual(all.slice(0, most).map(({ other }) => other));
          }
        },
      ),
    );
  });
});

/** Place, price and bedrooms as the agency weighs them, each property separately. */
function farOf(a: ReturnType<typeof like>, b: ReturnType<typeof like>): number {
  const [here, there] = [a, b].map((one) =>
    CITIES.find((two) => two.Zip === one.zip && two.CountryID === one.countryId),
  );
  const km = here && there ? kmBetween(here, there) : a.zip.slice(0, 2) === b.zip.slice(0, 2) ? 4.5 : 1000;
  if (a.countryId !== b.countryId || (a.zip !== b.zip && km > 30)) return Number.POSITIVE_INFINITY;
  const place = a.zip === b.zip ? 0 : 0.3 + km / 15;
  const price = a.price && b.price ? Math.abs(a.price - b.price) / Math.max(a.price, b.price) : 0.5;
  return place + (price + Math.abs(a.bedrooms - b.bedrooms) * 0.1);
}

const kmBetween = (a: City, b: City): number =>
  distanceKm({ latitude: a.Latitude, longitude: a.Longitude }, { latitude: b.Latitude, longitude: b.Longitude });

test('after a few changes the same listings are found as among all of them anew', () => {
  const facts = fc.record({
    price: fc.constantFrom(300000, 350000, 400000, null),
    bedrooms: fc.integer({ min: 1, max: 4 }),
    zip: fc.constantFrom('1850', '1860', '1090', '9000'),
    gone: fc.boolean(),
    typeKeys: fc.subarray(['house', 'apartment'], { minLength: 1 }),
  });
  const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 24 }), facts), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(facts, { minLength: 25, maxLength: 25 }),
      fc.array(changes, { maxLength: 4 }),
      (all, versions) => {
        const cities = [...CITIES];
        let among = all.map((one, id) => sampleListing({ id: id + 1, ...one }));
        for (const version of [[], ...versions]) {
          among = [...among];
          for (const [at, changed] of version) among[at] = sampleListing({ id: at + 1, ...changed });
          const [chained, anew] = [similarFinder(among, cities), similarFinder(among, [...cities])];
          for (const listing of among)
            expect(chained(listing, 3).map(({ id }) => id)).toEqual(anew(listing, 3).map(({ id }) => id));
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('what was found is kept where nothing changed, also when a finder in between is asked nothing', () => {
  const cities = [...CITIES];
  const before = ['1850', '9000'].flatMap((zip, at) => [1, 2, 3].map((id) => like(at * 10 + id, { zip })));
  const first = similarFinder(before, cities);
  const [near, far] = [first(before[0]!, 3), first(before[3]!, 3)];
  const after = before.map((one) => (one.id === 2 ? like(2, { zip: '1850', price: 410000 }) : one));
  // The check of the content makes a site of its own.
  similarFinder([...before], cities);
  const next = similarFinder(after, cities);
  expect(next(after[3]!, 3)).toBe(far);
  expect(next(after[0]!, 3)).not.toBe(near);
  expect(next(after[0]!, 3).map(({ id }) => id)).toEqual([3, 2]);
});
