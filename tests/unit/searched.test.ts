import { describe, expect, test } from 'vitest';
import { LIMIT_KEYS, parseListingQuery } from '../../src/features/listing/listing-query.ts';
import { hitsBandOf, priceBandOf, searchKindsOf, searchWeeks } from '../../src/features/statistics/searched.ts';
import { alertLink, campaignIn } from '../../src/features/statistics/views.ts';
import { recordBy } from '../../src/platform/values/values.ts';

const known = { propertyTypes: [], cities: [] };
const query = (search: string) => parseListingQuery(new URLSearchParams(search), 'sale', known).query;
const zipOf = ({ zip }: { zip: string }) => zip || null;

describe('what a search is counted as', () => {
  test.each([
    ['sale', 385_000, 400_000],
    ['sale', 400_000, 400_000],
    ['sale', 9_000_000, null],
    ['rent', 1100, 1250],
    ['rent', 200_000, null],
    ['both', 900, 1000],
    ['both', 350_000, 400_000],
    ['sale', 0, null],
    ['sale', null, null],
  ] as const)('%s up to %s falls in the band %s', (goal, limit, band) => {
    expect(priceBandOf(goal, limit)).toBe(band);
  });

  test('no limit a visitor can write makes more than twenty bands', () => {
    const bands = Array.from({ length: 30_000 }, (_, at) => priceBandOf('sale', at * 333));
    expect(new Set(bands).size).toBe(21);
  });

  test('one kind per place and type, and nothing for a search without any of them', () => {
    const both = { ...query('city=Meise|1860&city=Asse|1730&maxPrice=390000'), typeKeys: ['house', 'land'] };
    expect(searchKindsOf(both, zipOf)).toHaveLength(4);
    expect(searchKindsOf(both, zipOf)[0]).toEqual({
      goal: 'sale',
      place: '1860',
      typeKey: 'house',
      maxPrice: 400_000,
    });
    expect(searchKindsOf(query('sold=hide&bedrooms=3'), zipOf)).toEqual([]);
    expect(searchKindsOf({ ...query(''), ...recordBy(LIMIT_KEYS, () => null) }, zipOf)).toEqual([]);
  });

  test('places that the agency does not know, and areas drawn on the map, are not counted', () => {
    expect(searchKindsOf(query('city=Jan Peeters'), () => null)).toEqual([]);
    expect(searchKindsOf(query('city=Jan Peeters&maxPrice=300000'), () => null)).toEqual([]);
    expect(searchKindsOf(query('bounds=51_4*50_5&maxPrice=300000'), zipOf)).toEqual([]);
    expect(searchKindsOf(query('region=flanders'), zipOf).map(({ place }) => place)).toEqual(['flanders']);
  });

  test('a hostile URL with many towns and types is a few kinds', () => {
    const towns = Array.from({ length: 50 }, (_, at) => `city=x|${1000 + at}`).join('&');
    expect(searchKindsOf(query(towns), zipOf)).toHaveLength(12);
  });

  test('hits are counted as none, up to three, or more', () => {
    expect([0, 1, 3, 4, 900].map(hitsBandOf)).toEqual(['none', 'few', 'few', 'many', 'many']);
  });

  test('weeks begin on Monday, over the end of a year too', () => {
    expect(searchWeeks('2027-01-03', 2)).toEqual([
      { first: '2026-12-28', last: '2027-01-03' },
      { first: '2026-12-21', last: '2026-12-27' },
    ]);
  });
});

describe('the campaign in a URL', () => {
  test('a link of an alert names the saved search and nobody', () => {
    expect(alertLink('https://a.example/nl/te-koop/?city=Meise')).toBe(
      'https://a.example/nl/te-koop/?city=Meise&utm_source=saved-search&utm_medium=email',
    );
    expect(campaignIn(new URL(alertLink('https://a.example/nl/')).searchParams)).toEqual({
      utm_source: 'saved-search',
      utm_medium: 'email',
    });
  });

  test('other parameters are none, and long values are cut', () => {
    const search = new URLSearchParams({ a: '1', utm_source: 'x'.repeat(900), utm_term: '' });
    expect(campaignIn(search)).toEqual({ utm_source: 'x'.repeat(200) });
  });
});
