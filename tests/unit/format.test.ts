import { afterEach, describe, expect, test } from 'vitest';
import {
  formatClock,
  formatDate,
  formatDateInWords,
  formatEuro,
  formatNumber,
  formatQuantity,
  formatShortDay,
  formatTime,
  formatWeekday,
  localeOf,
  parseDate,
} from '../../src/i18n/format.ts';
import { labelled } from '../../src/i18n/label-key.ts';

const machineZone = process.env.TZ;
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ;
  else process.env.TZ = machineZone;
});

test.each(['nl', 'fr', 'en', 'de'])('%s follows Belgian conventions', (language) => {
  expect(localeOf(language)).toBe(`${language}-BE`);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1560, '1.560'],
  [1234567.891, '1.234.567,89'],
  [12.5, '12,5'],
  [-3, '-3'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value, 'nl')).toBe(text);
});

test('a non-breaking space is before the unit', () => {
  expect(formatQuantity(214, 'm²', 'nl')).toBe('214\u00a0m²');
});

test.each([
  ['nl', '1.560,5', '€\u00a0559.000', '14-10-2026', '09:30'],
  ['fr', '1.560,5', '€\u00a0559.000', '14/10/2026', '9\u00a0h\u00a030'],
  ['en', '1,560.5', '€559,000', '14/10/2026', '09:30'],
  ['de', '1.560,5', '559.000\u00a0€', '14.10.2026', '09:30'],
])('%s writes figures as its readers do', (language, number, price, day, time) => {
  expect([
    formatNumber(1560.5, language),
    formatEuro(559000, language),
    formatDate('2026-10-14', language),
    formatTime('2026-10-14T07:30:00Z', language),
  ]).toEqual([number, price, day, time]);
});

test('cents are written only where there are any', () => {
  expect([formatEuro(1050.5, 'en'), formatEuro(1050, 'en'), formatEuro(1050.5, 'de')]).toEqual([
    '€1,050.50',
    '€1,050',
    '1.050,50\u00a0€',
  ]);
});

test('French names the first day of a month and writes whole hours without minutes', () => {
  expect([
    formatDateInWords('2026-12-01', 'fr'),
    formatDateInWords('2026-12-11', 'fr'),
    formatWeekday('2026-12-01T09:00:00Z', 'fr', { year: true }),
    formatWeekday('2026-12-01T09:00:00Z', 'nl'),
    formatClock('10:00', 'fr'),
    formatClock('nine', 'fr'),
  ]).toEqual([
    '1er décembre 2026',
    '11 décembre 2026',
    'mardi 1er décembre 2026',
    'dinsdag 1 december',
    '10\u00a0h',
    'nine',
  ]);
});

test.each([
  ['Prénom', 'Anne', 'fr', 'Prénom\u00a0: Anne'],
  ['Voornaam', 'Anne', 'nl', 'Voornaam: Anne'],
  ['Bedrooms', 3, 'en', 'Bedrooms: 3'],
  ['Comment\u00a0?', 'Par e-mail', 'fr', 'Comment\u00a0? Par e-mail'],
  ['How?', 'By email', 'en', 'How? By email'],
])('"%s" with the value %s in %s', (label, value, language, text) => {
  expect(labelled(label, value, language)).toBe(text);
});

describe('a date', () => {
  test.each([
    ['2026-10-14', '14-10-2026'],
    ['2026-01-02', '02-01-2026'],
    [' 2026-10-14 ', '14-10-2026'],
    ['2026-10-11 00:30:00', '11-10-2026'],
    ['2026-10-11T23:59', '11-10-2026'],
    ['2026-10-14T21:59:59Z', '14-10-2026'],
    ['2026-10-14T22:00:00Z', '15-10-2026'],
    ['2026-12-14T22:30:00.000Z', '14-12-2026'],
    ['2026-10-14T23:30:00-05:00', '15-10-2026'],
    ['2026-10-14T23:30:00+0200', '14-10-2026'],
    ['/Date(1791928800000+0200)/', '14-10-2026'],
    ['2028-02-29', '29-02-2028'],
  ])('%s is shown as %s', (value, shown) => {
    expect(formatDate(value, 'nl')).toBe(shown);
  });

  test.each([
    null,
    undefined,
    '',
    '-',
    'morgen',
    '12',
    '2026',
    '2026-10',
    '2026-02-29',
    '2026-02-31 10:00',
    '2026-13-01',
    '2026-10-14 25:00',
    '14-10-2026',
    '/Date(x)/',
    '/Date(99999999999999999)/',
  ])('%o is no date and shows nothing', (value) => {
    expect(parseDate(value)).toBeNull();
    expect(formatDate(value, 'nl')).toBe('');
    expect(formatDateInWords(value, 'nl')).toBe('');
  });

  test.each([
    ['nl', '8 november 2034'],
    ['fr', '8 novembre 2034'],
    ['de', '8. November 2034'],
    ['en', '8 November 2034'],
  ])('is written out in %s as %s', (language, words) => {
    expect(formatDateInWords('2034-11-08', language)).toBe(words);
  });

  test.each(['UTC', 'Europe/Brussels', 'America/Los_Angeles', 'Pacific/Auckland'])(
    'is the same on a machine set to %s',
    (zone) => {
      process.env.TZ = zone;
      expect(formatDate('2026-10-14', 'nl')).toBe('14-10-2026');
      expect(formatDate('2026-10-14 23:30:00', 'nl')).toBe('14-10-2026');
      expect(parseDate('2026-10-14 09:30:00')?.toISOString()).toBe('2026-10-14T07:30:00.000Z');
      expect(parseDate('2026-12-14 09:30')?.toISOString()).toBe('2026-12-14T08:30:00.000Z');
      expect(parseDate('2026-10-14')?.toISOString()).toBe('2026-10-14T00:00:00.000Z');
    },
  );
});

test('a day in three short words has no full stop, and is the day in Brussels', () => {
  const late = '2026-12-01T23:30:00Z';
  expect(['nl', 'fr', 'en', 'de'].map((language) => formatShortDay(late, language))).toEqual([
    ['wo', '2', 'dec'],
    ['mer', '2', 'déc'],
    ['Wed', '2', 'Dec'],
    ['Mi', '2', 'Dez'],
  ]);
});
