import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EnergyFacts, energyLabelOf, energyScaleOf } from '../../src/features/property/energy.ts';
import { energySettings } from '../../src/features/property/settings.ts';
import file from '../fixtures/agency/settings/energy.json' with { type: 'json' };
import { GRIMBERGEN, houseAt, JETTE, LIEGE } from '../support/sample-house.ts';

const settings = energySettings.parse({ ...file, use: 'specified' });
const official = energySettings.parse({ ...file, use: 'official' });

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
