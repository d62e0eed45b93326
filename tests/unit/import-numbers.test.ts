import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberOf, threeDigitsIn, unclearSignOf } from '../../src/importers/numbers.ts';

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
