import { expect, test } from 'vitest';
import { withTownNames } from '../../src/features/listing/town.ts';
import type { City } from '../../src/features/place/region.ts';

const city = (Zip: string, Name: Record<string, string>): City =>
  ({ Zip, Name, CountryID: 10, Latitude: 51, Longitude: 4 }) as City;
const cities = [city('4000', { nl: 'Luik', fr: 'Liège', de: 'Lüttich' }), city('1850', { nl: 'Grimbergen' })];

test('a town has its name in every language: of cities.json, else as it is written', () => {
  const things: { Zip: string; City: Record<string, string> }[] = [
    { Zip: '4000', City: { fr: 'Liège' } },
    { Zip: '1850', City: { nl: 'Grimbergen' } },
    { Zip: '9999', City: { NL: 'Nergens' } },
    { Zip: '4000', City: { nl: 'Luik', fr: 'Liège', de: 'Lüttich' } },
  ];
  const whole = withTownNames(things, cities, ['nl', 'fr', 'de']);
  expect(whole.map(({ City }) => City)).toEqual([
    { fr: 'Liège', nl: 'Luik', de: 'Lüttich' },
    { nl: 'Grimbergen', fr: 'Grimbergen', de: 'Grimbergen' },
    { NL: 'Nergens', fr: 'Nergens', de: 'Nergens' },
    things[3]!.City,
  ]);
  expect(whole[3]).toBe(things[3]);
  expect(withTownNames(things, cities, ['nl', 'fr', 'de'])[0]).toBe(whole[0]);
  expect(withTownNames(things, [...cities], ['nl', 'fr', 'de'])[0]).not.toBe(whole[0]);
});
