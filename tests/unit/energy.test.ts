import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type EnergyFacts,
  energyLabelOf,
  energyScaleOf,
  energyValueOf,
  hasRenovationDuty,
  labelOfText,
} from '../../src/domain/property/energy.ts';
import { energySettings } from '../../src/domain/settings/energy-settings.ts';
import file from '../fixtures/agency/settings/energy.json' with { type: 'json' };

const settings = energySettings.parse({ ...file, use: 'specified' });
const official = energySettings.parse({ ...file, use: 'official' });

const houseAt = (
  Zip: string,
  EnergyPerformance: EnergyFacts['EnergyPerformance'],
  more: Partial<EnergyFacts> = {},
): EnergyFacts => ({
  CountryID: 10,
  Zip,
  EnergyPerformance,
  EPCNumber: '20241108-0003187-RES-1',
  typeKeys: ['house'],
  ...more,
});
const GRIMBERGEN = '1850';
const JETTE = '1090';
const LIEGE = '4000';
const labelAt = (zip: string, score: EnergyFacts['EnergyPerformance']) =>
  energyLabelOf(houseAt(zip, score), settings)?.code;

describe('in Flanders', () => {
  test.each([
    [-1, 'a_plus'],
    [0, 'a_plus'],
    [0.01, 'a'],
    [100, 'a'],
    [100.01, 'b'],
    [200, 'b'],
    [201, 'c'],
    [300, 'c'],
    [301, 'd'],
    [400, 'd'],
    [401, 'e'],
    [500, 'e'],
    [500.01, 'f'],
    [501, 'f'],
    [3000, 'f'],
  ])('a house of %d kWh/m2 is a %s', (score, label) => {
    expect(labelAt(GRIMBERGEN, score)).toBe(label);
  });
});

describe('in Brussels', () => {
  test.each([
    [-1, 'a_plus'],
    [0, 'a_plus'],
    [1, 'a'],
    [23, 'a'],
    [23.5, 'a_sub'],
    [24, 'a_sub'],
    [45, 'a_sub'],
    [46, 'b_plus'],
    [62, 'b_plus'],
    [62.4, 'b'],
    [63, 'b'],
    [79, 'b'],
    [80, 'b_sub'],
    [95, 'b_sub'],
    [96, 'c_plus'],
    [113, 'c_plus'],
    [114, 'c'],
    [132, 'c'],
    [133, 'c_sub'],
    [150, 'c_sub'],
    [151, 'd_plus'],
    [170, 'd_plus'],
    [171, 'd'],
    [190, 'd'],
    [191, 'd_sub'],
    [210, 'd_sub'],
    [211, 'e_plus'],
    [223, 'e_plus'],
    [232, 'e_plus'],
    [233, 'e'],
    [253, 'e'],
    [254, 'e_sub'],
    [275, 'e_sub'],
    [276, 'f_plus'],
    [298, 'f_plus'],
    [299, 'f'],
    [322, 'f'],
    [323, 'f_sub'],
    [345, 'f_sub'],
    [345.5, 'g'],
    [346, 'g'],
    [347, 'g'],
  ])('an apartment of %d kWh/m2 is a %s', (score, label) => {
    expect(labelAt(JETTE, score)).toBe(label);
  });
});

describe('in Wallonia', () => {
  test.each([
    [-1, 'a_plusplus'],
    [0, 'a_plusplus'],
    [1, 'a_plus'],
    [45, 'a_plus'],
    [46, 'a'],
    [85, 'a'],
    [86, 'b'],
    [170, 'b'],
    [171, 'c'],
    [255, 'c'],
    [256, 'd'],
    [340, 'd'],
    [341, 'e'],
    [425, 'e'],
    [426, 'f'],
    [510, 'f'],
    [510.1, 'g'],
    [511, 'g'],
  ])('a house of %d kWh/m2 is a %s', (score, label) => {
    expect(labelAt(LIEGE, score)).toBe(label);
  });
});

describe('with the official tables', () => {
  test.each([
    [0, 'a_plusplus'],
    [15, 'a_plus'],
    [30, 'a'],
    [45, 'a_sub'],
    [78, 'b'],
    [79, 'b_sub'],
    [276, 'f'],
    [345, 'f'],
    [346, 'g'],
  ])('a Brussels apartment of %d kWh/m2 is a %s', (score, label) => {
    expect(energyLabelOf(houseAt(JETTE, score), official)?.code).toBe(label);
  });
});

describe('a property without a label', () => {
  test.each<[string, EnergyFacts]>([
    ['has no score', houseAt(GRIMBERGEN, null)],
    ['has a score that is no number', houseAt(GRIMBERGEN, 'onbekend')],
    ['has a dash for a score', houseAt(GRIMBERGEN, '-')],
    ['has an endless score', houseAt(GRIMBERGEN, Number.POSITIVE_INFINITY)],
    ['scores 0 without a certificate', houseAt(GRIMBERGEN, 0, { EPCNumber: undefined })],
    ['scores "0,0" with a dash for a certificate', houseAt(GRIMBERGEN, '0,0', { EPCNumber: '-' })],
    [
      'scores 0 with an empty certificate in every language',
      houseAt(GRIMBERGEN, 0, { EPCNumber: { nl: '', fr: ' ' } }),
    ],
    ['is land', houseAt(GRIMBERGEN, 120, { typeKeys: ['land'] })],
    ['is land with a garage', houseAt(GRIMBERGEN, 120, { typeKeys: ['land', 'garage'] })],
    ['lies in France', houseAt(GRIMBERGEN, 120, { CountryID: 33, EPCLabelText: 'B' })],
    ['has a postcode that does not exist', houseAt('0850', 120)],
    ['lies in Luxembourg and has a score only', houseAt('1210', 120, { CountryID: 50 })],
  ])('%s', (_, property) => {
    expect(energyLabelOf(property, settings)).toBeNull();
    expect(energyScaleOf(property, settings)).toBeNull();
  });
});

test('a comma in a score is a decimal point', () => {
  expect(labelAt(JETTE, '62,4')).toBe('b');
});

test('a house with a garage shows the label of the house', () => {
  expect(energyLabelOf(houseAt(LIEGE, 511, { typeKeys: ['house', 'garage'] }), settings)?.code).toBe('g');
});

test('a property of unknown type shows its label', () => {
  expect(energyLabelOf(houseAt(LIEGE, 511, { typeKeys: [] }), settings)?.code).toBe('g');
});

test('in Belgium the score decides, not the text of the certificate', () => {
  expect(energyLabelOf(houseAt(LIEGE, 511, { EPCLabelText: 'A' }), settings)?.code).toBe('g');
});

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

test('the scale of a Walloon house has its nine classes, best first, and its score', () => {
  const scale = energyScaleOf(houseAt(LIEGE, '511'), settings);
  expect(scale?.value).toBe(511);
  expect(scale?.bands.map(({ text }) => text)).toEqual(['A++', 'A+', 'A', 'B', 'C', 'D', 'E', 'F', 'G']);
  expect(scale?.bands[0]).toEqual({ code: 'a_plusplus', text: 'A++', step: 1, upper: 0 });
  expect(scale?.bands.at(-1)).toEqual({ code: 'g', text: 'G', step: 8, upper: null });
});

test.each([GRIMBERGEN, JETTE, LIEGE])('at %s every score has a label, and a higher score never a better one', (zip) => {
  const order = energyScaleOf(houseAt(zip, 1), settings)?.bands.map(({ code }) => code) ?? [];
  const rank = (score: number) => order.indexOf(labelAt(zip, score) ?? '');
  const score = fc.double({ min: -1000, max: 4000, noNaN: true });
  fc.assert(fc.property(score, score, (a, b) => rank(a) >= 0 && (a > b || rank(a) <= rank(b))));
});

describe('the duty to renovate', () => {
  test.each([
    ['e', 401],
    ['e', 500],
    ['f', 501],
  ])('holds for a Flemish house for sale with label %s (%i kWh/m2)', (_, score) => {
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, score), settings, 'sale')).toBe(true);
  });

  test('holds for an apartment above a shop too', () => {
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, 501, { typeKeys: ['commerce', 'apartment'] }), settings, 'sale')).toBe(
      true,
    );
  });

  test.each<[string, EnergyFacts, 'sale' | 'rent']>([
    ['label D', houseAt(GRIMBERGEN, 400), 'sale'],
    ['a property to let', houseAt(GRIMBERGEN, 501), 'rent'],
    ['a Walloon house', houseAt(LIEGE, 501), 'sale'],
    ['a Brussels apartment', houseAt(JETTE, 340), 'sale'],
    ['an office', houseAt(GRIMBERGEN, 501, { typeKeys: ['office'] }), 'sale'],
    ['a property without a score', houseAt(GRIMBERGEN, null), 'sale'],
  ])('does not hold for %s', (_, property, goal) => {
    expect(hasRenovationDuty(property, settings, goal)).toBe(false);
  });

  test('follows the labels in the settings', () => {
    const stricter = { ...settings, renovationDutyLabels: ['d', 'e', 'f'] };
    expect(hasRenovationDuty(houseAt(GRIMBERGEN, 400), stricter, 'sale')).toBe(true);
  });
});
