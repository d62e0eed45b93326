import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areasOf, isArea, regionOf } from '../../src/features/place/region.ts';

const BELGIUM = 10;

test.each([
  ['1000', 'brussels'],
  ['1299', 'brussels'],
  ['1300', 'wallonia'],
  ['1499', 'wallonia'],
  ['1500', 'flanders'],
  ['3999', 'flanders'],
  ['4000', 'wallonia'],
  ['7999', 'wallonia'],
  ['8000', 'flanders'],
  ['9999', 'flanders'],
])('postcode %s lies in %s', (Zip, region) => {
  expect(regionOf({ CountryID: BELGIUM, Zip })).toBe(region);
});

test.each(['B-1850', 'b-1850', ' 1850 '])('the way "%s" is written does not matter', (Zip) => {
  expect(regionOf({ CountryID: BELGIUM, Zip })).toBe('flanders');
});

test.each(['', '0999', '999', '10000', '185O', '1 850', 'L-1210', 'BB-1850', 'B-', '-1850', '1850.5', '__proto__'])(
  'the postcode "%s" lies in no region',
  (Zip) => {
    expect(regionOf({ CountryID: BELGIUM, Zip })).toBeNull();
  },
);

test.each([50, 1, 0, -10])('1210 in country %i is not Brussels', (CountryID) => {
  expect(regionOf({ CountryID, Zip: '1210' })).toBeNull();
});

test('every postcode of Belgium lies in a region', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 9999 }),
      (zip) => regionOf({ CountryID: BELGIUM, Zip: String(zip) }) !== null,
    ),
  );
});

test.each([
  ['1050', ['brussels']],
  ['1400', ['wallonia', 'walloon-brabant']],
  ['1999', ['flanders', 'flemish-brabant']],
  ['2000', ['flanders', 'antwerp']],
  ['3000', ['flanders', 'flemish-brabant']],
  ['6599', ['wallonia', 'hainaut']],
  ['6600', ['wallonia', 'luxembourg']],
  ['9000', ['flanders', 'east-flanders']],
  ['0999', []],
])('postcode %s lies in %j', (Zip, areas) => {
  expect(areasOf({ CountryID: BELGIUM, Zip })).toEqual(areas);
  expect(areas.every(isArea)).toBe(true);
});

test('a place abroad lies in no area, and other words name none', () => {
  expect(areasOf({ CountryID: 50, Zip: '1210' })).toEqual([]);
  expect(['', 'atlantis', '__proto__', 'undefined'].filter(isArea)).toEqual([]);
});
