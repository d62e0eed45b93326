import { describe, expect, test } from 'vitest';
import { energyLabelOf, energyValueOf, labelOfText } from '../../src/features/property/energy.ts';
import { energySettings } from '../../src/features/property/settings.ts';
import file from '../fixtures/agency/settings/energy.json' with { type: 'json' };
import { houseAt } from '../support/sample-house.ts';

const settings = energySettings.parse({ ...file, use: 'specified' });

describe('in Luxembourg the text decides', () => {
  const property = (EPCLabelText?: string) => houseAt('L-1210', 511, { CountryID: 50, EPCLabelText });

  test.each([
    ['A+', 'a_plus'],
    ['a', 'a'],
    [' D ', 'd'],
    ['I', 'i'],
  ])('%s', (text, label) => {
    expect(energyLabelOf(property(text), settings)?.code).toBe(label);
  });

  test.each([undefined, '', '-', 'A++', 'B-', 'J', '__proto__', 'constructor'])(
    'but %s is not on its scale',
    (text) => {
      expect(energyLabelOf(property(text), settings)).toBeNull();
    },
  );

  test('and land shows none', () => {
    expect(energyLabelOf({ ...property('B'), typeKeys: ['land'] }, settings)).toBeNull();
  });
});

test.each([
  ['App', 'a_plusplus', 'A++', 1],
  ['A++', 'a_plusplus', 'A++', 1],
  ['Ap', 'a_plus', 'A+', 1],
  ['epc_A+', 'a_plus', 'A+', 1],
  ['A', 'a', 'A', 2],
  ['A_SUB', 'a_sub', 'A\u2212', 2],
  ['A-', 'a_sub', 'A\u2212', 2],
  ['b plus', 'b_plus', 'B+', 3],
  ['c_sub', 'c_sub', 'C\u2212', 4],
  ['C\u2212', 'c_sub', 'C\u2212', 4],
  ['D', 'd', 'D', 5],
  ['e_plus', 'e_plus', 'E+', 6],
  ['f_sub', 'f_sub', 'F\u2212', 7],
  ['EPC G', 'g', 'G', 8],
  ['H', 'h', 'H', 8],
  ['i', 'i', 'I', 8],
])('"%s" is label %s, written %s, in colour %i', (written, code, text, step) => {
  expect(labelOfText(written)).toEqual({ code, text, step });
});

test.each(['', ' ', '-', '+', 'J', 'AB', 'A+-', 'A+++', 'Apfel', '511', 'toString'])('"%s" is no label', (written) => {
  expect(labelOfText(written)).toBeNull();
});

test.each([
  [511, 511],
  ['511', 511],
  [' 62,4 ', 62.4],
  ['62.4', 62.4],
  ['-3', -3],
  [0, 0],
])('the score %o is %d', (written, value) => {
  expect(energyValueOf(written)).toBe(value);
});

test.each([
  '',
  '-',
  'abc',
  '1.234,5',
  '1e3',
  '0x10',
  '511 kWh',
  '9'.repeat(400),
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  true,
  null,
  undefined,
  {},
  [5],
])('the score %o is no number', (written) => {
  expect(energyValueOf(written)).toBeNull();
});
