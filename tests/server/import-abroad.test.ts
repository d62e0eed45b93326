import { expect, test } from 'vitest';
import { BELGIUM, COUNTRIES, countryCode, countryIn, countryName, isZipOf } from '../../src/features/place/country.ts';
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
  ['it has no postcode', { Zip: '' }, 'it has no postcode: a property in Spain needs one'],
  [
    'its town is one of Belgium',
    { Zip: '2800', 'City.nl': 'Mechelen' },
    'should be in Spain, but 2800 Mechelen is a town of',
  ],
  [
    'its country is not known',
    { Land: 'Spaje' },
    'its country "Spaje" is not known; write its name or its two letters',
  ],
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

test('a town of the site does not overrule the country of an export', async () => {
  const table = openTable();
  const { plan } = await table.done([villa(), rowOf(3, { Land: 'Nederland' }), HOUSE]);
  expect(plan.skipped).toEqual([
    expect.objectContaining({
      id: 3,
      why: expect.stringMatching(/should be in Netherlands, but 1860 Meise is a town/),
    }),
  ]);
});

test.each(['Spanje (Málaga)', 'spanje.', 'ESP', 'España', ' es '])('the country %s is Spain', (text) => {
  expect(countryIn(text)).toBe(SPAIN);
});

test('the zero that a spreadsheet drops in front of a postcode is put back, and named', async () => {
  const table = openTable();
  const { plan } = await table.done([villa({ Zip: '3181' }), HOUSE]);
  expect(table.property(1)).toMatchObject({ Zip: '03181', CountryID: SPAIN });
  expect(plan.notes).toContainEqual({ id: 1, note: 'its postcode 3181 is read as 03181' });
});

test('a sign in front of a price is its currency', async () => {
  const table = openTable();
  await table.done([villa({ Land: 'UK', Zip: 'NW1 4NP', 'City.nl': 'London', Price: '£ 450.000' }), HOUSE]);
  expect(table.property(1)).toMatchObject({ Price: 450_000, Currency: 'GBP' });
});

test('a price that becomes one in another currency waits for somebody', async () => {
  const table = openTable();
  await table.done([villa(), HOUSE]);
  const { plan } = await table.done([villa({ Munt: 'GBP' }), HOUSE]);
  expect(plan.skipped).toEqual([
    expect.objectContaining({ id: 1, why: expect.stringMatching(/^Price in GBP 300000 was 300000 before: correct/) }),
  ]);
  expect(table.property(1)).not.toHaveProperty('Currency');
  await table.done([villa({ Munt: 'GBP' }), HOUSE], { accept: [1] });
  expect(table.property(1).Currency).toBe('GBP');
});

test('a sign and a column that name two currencies are neither', async () => {
  const table = openTable();
  const { plan } = await table.done([villa({ Price: '£ 450.000', Munt: 'EUR' }), HOUSE]);
  expect(table.property(1)).toMatchObject({ Price: 0 });
  expect(plan.notes.map(({ note }) => note).join()).toMatch(
    /is in GBP, and its currency is EUR: the price is shown as on/,
  );
});
