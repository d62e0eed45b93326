import { describe, expect, test } from 'vitest';
import { searchListings } from '../../src/features/search/search-index.ts';
import { sampleListing } from '../support/sample-listing.ts';
import { sampleTown } from '../support/sample-town.ts';

const PROPERTIES = [
  sampleListing({ id: 35187, reference: 'NR-187' }),
  sampleListing({ id: 35101, reference: '35101', city: { nl: 'Meise' } }),
];
const TOWNS = [
  sampleTown({ zip: '1850', name: { nl: 'Grimbergen' } }),
  sampleTown({ zip: '1210', name: { nl: 'Sint-Joost-ten-Node', fr: 'Saint-Josse-ten-Noode' } }),
  sampleTown({ zip: '4000', name: { nl: 'Luik', fr: 'Liège', de: 'Lüttich' } }),
  sampleTown({ zip: '1860', name: { nl: 'Meise' } }),
];
const found = (text: string) => {
  const { listings, towns } = searchListings(text, PROPERTIES, TOWNS);
  return [...listings.map(({ id }) => id), ...towns.map(({ zip }) => zip)];
};

describe('a search for', () => {
  test.each([
    ['35187', [35187]],
    [' nr-187 ', [35187]],
    ['NR 187', [35187]],
    ['2418', []],
    ['grimbergen', ['1850']],
    ['GRIM', ['1850']],
    ['bergen', []],
    ['grimbergn', []],
    ['liege', ['4000']],
    ['Liège', ['4000']],
    ['luttich', ['4000']],
    ['joost', ['1210']],
    ['ten node', ['1210']],
    ['st joost', []],
    ['1860', ['1860']],
    ['1860 meise', ['1860']],
    ['Meise 1860', ['1860']],
    ['1850 meise', []],
    ['186', []],
    ['', []],
    ['   ', []],
    ['---', []],
    ['__proto__', []],
    ['constructor', []],
    ['<script>alert(1)</script>', []],
    ["' OR 1=1 --", []],
    ['x'.repeat(5000), []],
  ])('"%s" finds %o', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

test('towns are sorted by their Dutch name, whatever the order of the content', () => {
  const all = searchListings(
    's',
    [],
    [sampleTown({ zip: '1', name: { nl: 'Strombeek' } }), sampleTown({ zip: '2', name: { nl: 'Schaarbeek' } })],
  ).towns;
  expect(all.map(({ zip }) => zip)).toEqual(['2', '1']);
});
