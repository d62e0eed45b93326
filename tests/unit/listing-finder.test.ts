import { describe, expect, test } from 'vitest';
import { listingFinder } from '../../src/content/site/site.ts';
import { parseListingQuery, SORTS, sorted } from '../../src/features/listing/listing-query.ts';
import { featureCounts, matches } from '../../src/features/listing/matching.ts';
import { agencySite } from '../support/submit.ts';

const { listings, propertyTypes, cities } = agencySite();
const finder = listingFinder(listings);
const queryOf = (text: string, goal: 'sale' | 'rent', hideGone = false) =>
  parseListingQuery(new URLSearchParams(text), goal, { propertyTypes, cities }, hideGone).query;

describe.each(SORTS)('in the order %s', (sort) => {
  test.each([
    '',
    'minPrice=250000',
    'maxPrice=900&bedrooms=2',
    'city=Grimbergen|1850&garden=1',
    'city=Grimbergen|1850&city=|1800',
    'epc=C&terrace=1&parking=1&minSurface=80',
    'type=2&sold=hide',
    'maxSurface=90',
    'region=flemish-brabant&maxCharges=100',
    'area=50.8_4.2*50.8_4.6*51_4.6*51_4.2&lift=1',
    'minPrice=99999999',
  ])('"%s" finds exactly the properties of the whole list that match', (text) => {
    for (const goal of ['sale', 'rent'] as const) {
      const query = queryOf(`${text}&sort=${sort}`, goal);
      const expected = sorted(listings, sort).filter((listing) => matches(listing, query));
      const { listings: found, free, features } = finder.find(query);
      expect(found).toEqual(expected);
      expect(free).toBe(expected.filter(({ gone }) => !gone).length);
      expect(features).toEqual(featureCounts(expected));
    }
  });
});

test('sold properties are found and not counted as free, unless they are left out', () => {
  const [all, kept] = [finder.find(queryOf('', 'sale')), finder.find(queryOf('', 'sale', true))];
  expect(all.listings.length).toBeGreaterThan(all.free);
  expect(kept.listings).toHaveLength(all.free);
  expect(kept.free).toBe(all.free);
});

test('an empty catalogue finds nothing', () => {
  expect(listingFinder([]).find(queryOf('', 'sale'))).toEqual({ listings: [], free: 0, features: new Map() });
  expect(listingFinder([]).inOrder('newest', 'rent')).toEqual([]);
});
