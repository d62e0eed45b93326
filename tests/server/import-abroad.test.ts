import { expect, test } from 'vitest';
import { BELGIUM, COUNTRIES, countryCode, countryIn, countryName, isZipOf } from '../../src/domain/places/country.ts';
import { COUNTRY_CODES } from '../../src/importers/whise-codes.ts';
import { openTable, rowOf } from '../support/import-table.ts';

const SPAIN = 32;
const villa = (more: Record<string, string> = {}) =>
  rowOf(1, { Zip: '03181', 'City.nl': 'Torrevieja', Land: 'Spanje', ...more });
const HOUSE = rowOf(2);

test('every country is found by its letters and by its name in each language, and Whise has no other', () => {
  const wrong = Object.keys(COUNTRIES).flatMap((id) => {
    const texts = [countryCode(Number(id)), ...['nl', 'fr', 'en', 'de'].map((code) => countryName(Number(id), code))];
    return texts.filter((text) => text === '' || countryIn(text) !== Number(id));
  });
  expect(wrong).toEqual([]);
  expect(Object.values(COUNTRY_CODES).filter((code) => countryIn(code) === null)).toEqual([]);
  expect(countryIn('Nergensland')).toBeNull();
  expect(countryIn('')).toBeNull();
});

test('a home abroad gets the town of its name, also where its own position is not its own', async () => {
  const table = openTable();
  const { plan, notes } = await table.done([villa({ GoogleX: '50.934', GoogleY: '4.334' }), HOUSE]);
  expect(plan.skipped).toEqual([]);
  expect(table.property(1)).toMatchObject({ Zip: '03181', City: { nl: 'Torrevieja' }, CountryID: SPAIN });
  expect(table.property(1)).not.toHaveProperty('GoogleX');
  expect(notes.join()).toContain('cities.json gets the towns 03181 Torrevieja');
});

test('a place that no list has is where its homes are, to a kilometre', async () => {
  const table = openTable();
  const place = { Zip: '03189', 'City.nl': 'Urbanización Nueva', GoogleX: '37.93456', GoogleY: '-0.73456' };
  await table.done([villa(place), HOUSE]);
  expect(table.property(1)).toMatchObject({ GoogleX: 37.93456, GoogleY: -0.73456 });
  const again = await table.done([villa(place), rowOf(3, { ...villa(place), ID: '3', RecordFile: 'T-3' }), HOUSE]);
  expect(again.plan.added).toEqual([3]);
  expect(again.notes.join()).not.toContain('cities.json gets');
});

test.each([
  ['its place is not known', { 'City.nl': 'Nergens', Zip: '03999' }, '03999 Nergens (Spain) is not known'],
  ['its postcode is one of another country', { Zip: 'NW1 4NP' }, 'NW1 4NP is no postcode of Spain'],
])('a home abroad is left with a reason when %s', async (_name, more, reason) => {
  const { plan } = await openTable().done([villa(more), HOUSE]);
  expect(plan.skipped.map(({ why }) => why)).toEqual([expect.stringContaining(reason)]);
});

test('a price in another currency keeps it', async () => {
  const table = openTable();
  await table.done([villa({ Land: 'GB', Zip: 'NW1 4NP', 'City.nl': 'London', Munt: '£', Price: '640000' }), HOUSE]);
  expect(table.property(1)).toMatchObject({ Price: 640000, Currency: 'GBP', PublishPrice: true });
  expect(table.property(2)).not.toHaveProperty('Currency');
});

test('a Belgian postcode may have its letter', () => {
  expect(['9000', 'B-9000', 'B9000', 'BE-9000', '90000', 'NW1 4NP'].map((zip) => isZipOf(BELGIUM, zip))).toEqual([
    ...[true, true, true, true, false, false],
  ]);
});
