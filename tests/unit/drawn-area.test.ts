import { expect, test } from 'vitest';
import { drawnArea, isInDrawnArea } from '../../src/features/listing/area.ts';
import { outlineOf } from '../../src/features/place/outline.ts';

const city = (Zip: string, Latitude: number, Longitude: number) => ({
  Zip,
  Name: { nl: `Stad ${Zip}` },
  CountryID: 10,
  Latitude,
  Longitude,
});
const cities = [city('1000', 50.5, 4.5), { ...city('2000', 51.5, 4.5), Zips: ['2018'] }];
const square = outlineOf('50_4*50_5*51_5*51_4');
const inside = { latitude: 50.2, longitude: 4.2 };
const outside = { latitude: 51.2, longitude: 4.2 };

test('nothing drawn limits nothing', () => {
  expect(drawnArea(null, null, cities)).toBeNull();
});

test('a property with a public address is where it is, one without is in the centre of its town', () => {
  const area = drawnArea(square, null, cities)!;
  expect(isInDrawnArea({ point: inside, zip: '2000' }, area)).toBe(true);
  expect(isInDrawnArea({ point: outside, zip: '1000' }, area)).toBe(false);
  expect(isInDrawnArea({ point: null, zip: '1000' }, area)).toBe(true);
  expect(isInDrawnArea({ point: null, zip: '2018' }, area)).toBe(false);
  expect(isInDrawnArea({ point: null, zip: '9999' }, area)).toBe(false);
});

test('an area and a part of the map hold together', () => {
  const area = drawnArea(square, { south: 50.4, west: 4, north: 52, east: 5 }, cities)!;
  expect(isInDrawnArea({ point: inside, zip: '1000' }, area)).toBe(false);
  expect(isInDrawnArea({ point: { latitude: 50.6, longitude: 4.2 }, zip: '1000' }, area)).toBe(true);
  expect([...area.zips]).toEqual(['1000']);
});
