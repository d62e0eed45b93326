import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmounts, readDays } from '../../src/importers/csv-columns.ts';
import { numberOf, threeDigitsIn, unclearSignOf } from '../../src/importers/numbers.ts';
import { momentOf, plainTextOf } from '../../src/importers/source-values.ts';
import { english } from '../support/english.ts';

/** A number as somebody writes it: with groups of three, a decimal sign, and something around it. */
const written = fc.record({
  whole: fc.integer({ min: 0, max: 99_999_999 }),
  decimals: fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 0, maxLength: 4 }),
  signs: fc.constantFrom(...(['.,', ',.', ' ,', "'.", ' .', '\u00a0,', '\u202f,'] as const)),
  isGrouped: fc.boolean(),
  minus: fc.constantFrom('', '-'),
  around: fc.constantFrom(
    ...(['N', '€ N', 'EUR N', 'N €', 'N euro', 'N m²', 'N m2', 'N kWh/m2', 'N kWh/m² jaar'] as const),
  ),
});

describe('a number', () => {
  test('is read as what was written, in every notation, or is unclear', () => {
    fc.assert(
      fc.property(written, ({ whole, decimals, signs, isGrouped, minus, around }) => {
        const [thousand = '', decimal = ''] = signs;
        const digits = isGrouped ? String(whole).replace(/\B(?=(\d{3})+$)/g, thousand) : String(whole);
        const body = digits + (decimals && decimal + decimals);
        const text = around.replace('N', minus + body);
        const value = Number(`${minus}${whole}.${decimals || 0}`);
        const isUnclear = unclearSignOf(text) !== null;
        expect(numberOf(text, isUnclear && decimals !== '' ? 'decimals' : 'thousands')).toBe(value);
        // Only one sign before exactly three digits is unclear.
        expect(isUnclear).toBe(/^[1-9]\d{0,2}[.,]\d{3}$/.test(body));
      }),
      { numRuns: 3000 },
    );
  });

  test.each([
    ['325.000,-', 325_000],
    ['325.000,--', 325_000],
    ['325k', 325_000],
    ['1,2 miljoen', 1_200_000],
    ['€ 1.250 mio', 1_250_000],
    ['2 millions €', 2_000_000],
    ['450 duizend', 450_000],
    ['3,25E+05', 325_000],
    ['325000.000', 325_000],
    ['0.345', 0.345],
    [182.345, 182.345],
    ['1.2.3', null],
    ['12..3', null],
    ['vanaf 100', null],
    ['', null],
    ['-', null],
    [Number.NaN, null],
    ['1.234.56', null],
  ])('%j is %j', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });
});

test('what a sign means follows from the other cells of the column, unless they contradict each other', () => {
  expect(threeDigitsIn(['182.345', '95.2'])['.']).toBe('decimals');
  expect(threeDigitsIn(['182.345', '1.250,5'])['.']).toBe('thousands');
  expect(threeDigitsIn(['182.345', '1.234.567'])['.']).toBe('thousands');
  expect(threeDigitsIn(['325000.000', '325.000,-'])['.']).toBeUndefined();
  expect(threeDigitsIn(['182.345', 'x', '', 95])['.']).toBeUndefined();
});

describe('a day', () => {
  test.each([
    ['20/11/2026', '2026-11-20'],
    ['20/11/26', '2026-11-20'],
    ['20-11-2026 09:05', '2026-11-20 09:05'],
    ['5/1/2026 9:05', '2026-01-05 09:05'],
    ['2026-1-5', '2026-01-05'],
    ['2026-01-05T00:00:00', '2026-01-05'],
    ['46346', '2026-11-20'],
    ['20 nov 2026', '2026-11-20'],
    ['20 november 2026', '2026-11-20'],
    ['1er février 2026', '2026-02-01'],
    ['5. März 2026', '2026-03-05'],
    ['3 août 2026', '2026-08-03'],
    ['3 juin 2026', '2026-06-03'],
    ['3 juillet 2026', '2026-07-03'],
    ['31/02/2026', null],
    ['11/20/2026', null],
    ['12345', null],
    ['3 brumaire 2026', null],
    ['morgen', null],
  ])('%s is %j', (text, day) => {
    expect(momentOf(text)).toBe(day);
  });

  test('with its month first is read when the column says so, and only then', () => {
    const daysOf = (...cells: string[]) => {
      const rows = cells.map((CreatedDate) => ({ CreatedDate }));
      const notes = readDays(rows);
      return [notes.length, rows.map(({ CreatedDate }) => momentOf(CreatedDate))];
    };
    expect(daysOf('11/20/2026', '04/03/2026')).toEqual([1, ['2026-11-20', '2026-04-03']]);
    expect(daysOf('20/11/2026', '04/03/2026')).toEqual([0, ['2026-11-20', '2026-03-04']]);
    expect(daysOf('11/20/2026', '20/11/2026')).toEqual([0, [null, '2026-11-20']]);
  });
});

test('cells of an HTML table stand apart', () => {
  expect(
    plainTextOf('<table><tr><td>Slaapkamers</td><td>3</td></tr><tr><td>Tuin</td><td>ja</td></tr></table>'),
  ).toMatch(/^Slaapkamers\s+3\nTuin\s+ja$/);
});

describe('an amount of a table', () => {
  test.each([
    ['Price', 'te huur', '950.000', 950],
    ['Price', 'te koop', '950.000', 950_000],
    ['EnergyPerformance', 'te koop', '182.345', 182.345],
    ['SurfaceLiving', 'te koop', '125.500', 125.5],
    ['SurfaceGround', 'te koop', '1.250', 1250],
  ])('%s %s %s is what is plausible', (field, Goal, text, value) => {
    const rows: Record<string, string | number>[] = [{ Goal, [field]: text }];
    readAmounts(rows);
    expect(rows[0]![field]).toBe(value);
  });

  test('is read as the others of its column are; what stays unclear is said', () => {
    const column = (...cells: string[]) =>
      cells.map((SurfaceGround) => ({ SurfaceGround }) as Record<string, string | number>);
    const decimals = column('1.250', '95.5');
    expect([english(readAmounts(decimals)), decimals[0]!.SurfaceGround]).toEqual([
      [expect.stringContaining('column SurfaceGround: "1.250" is read as 1.25')],
      1.25,
    ]);
    const unclear = column('1.250', '95');
    expect([english(readAmounts(unclear)), unclear[0]!.SurfaceGround]).toEqual([
      [expect.stringContaining('column SurfaceGround: "1.250" is read as 1250')],
      1250,
    ]);
  });
});
