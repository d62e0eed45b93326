import { expect, test } from 'vitest';
import type { MarqueeMeaning } from '../../src/features/agency/settings.ts';
import {
  isGone,
  marqueeOf,
  stateSentence,
  withMarquee,
  withStatus,
} from '../../src/features/property/property-state.ts';
import type { LabelKey } from '../../src/i18n/label-key.ts';

const MAP: Record<string, MarqueeMeaning> = { '0': 'none', '2': 'sold', '3': 'sold', '4': 'rented', '5': 'option' };

test.each<[number, MarqueeMeaning]>([
  [0, 'none'],
  [2, 'sold'],
  [3, 'sold'],
  [4, 'rented'],
  [5, 'option'],
])('marquee %i means %s', (Marquee, meaning) => {
  expect(marqueeOf({ Marquee }, MAP)).toBe(meaning);
  expect(marqueeOf({ Status: 1, Marquee }, MAP)).toBe(meaning);
});

test.each<[number, number, MarqueeMeaning]>([
  [2, 0, 'sold'],
  [2, 5, 'sold'],
  [4, 3, 'rented'],
])('status %i takes precedence over marquee %i: %s', (Status, Marquee, meaning) => {
  expect(marqueeOf({ Status, Marquee }, MAP)).toBe(meaning);
});

const STATUSES = [1, 2, 3, 4];
const NUMBERS = Object.keys(MAP).map(Number);

test.each(STATUSES.flatMap((Status) => NUMBERS.map((Marquee) => ({ Status, Marquee }))))(
  'an editor reads and writes one state of %j',
  (file) => {
    const shown = withMarquee(file, MAP);
    expect(MAP[String(shown.Marquee)]).toBe(marqueeOf(file, MAP));
    for (const Marquee of NUMBERS) {
      const saved = withStatus({ ...shown, Marquee }, file, MAP);
      expect(marqueeOf(saved, MAP)).toBe(MAP[String(Marquee)]);
    }
  },
);

test('a status that no field of an editor says stays away', () => {
  expect(withStatus({ Marquee: 3 }, { Marquee: 0 }, MAP)).toEqual({ Marquee: 3 });
});

test.each([1, 6, 99, -1, 2.5, Number.NaN])('the unknown marquee %d means none', (Marquee) => {
  expect(marqueeOf({ Marquee }, MAP)).toBe('none');
});

test('a property without marquee and status has no ribbon', () => {
  expect(marqueeOf({}, MAP)).toBe('none');
  expect(marqueeOf({}, {})).toBe('none');
});

test.each(['__proto__', 'constructor', 'toString'])('%s as a marquee means none', (Marquee) => {
  expect(marqueeOf({ Marquee: Marquee as unknown as number }, MAP)).toBe('none');
});

test('another agency may number its ribbons differently', () => {
  expect(marqueeOf({ Marquee: 3 }, { '3': 'option', '4': 'sold' })).toBe('option');
});

test.each<[MarqueeMeaning, boolean]>([
  ['sold', true],
  ['rented', true],
  ['option', false],
  ['none', false],
])('a property that is %s: gone is %s', (meaning, gone) => {
  expect(isGone(meaning)).toBe(gone);
});

test.each<[MarqueeMeaning, Record<string, string> | undefined, string]>([
  ['sold', undefined, 'ERROR_PROPERTY_SOLD'],
  ['sold', { nl: 'STATUS_SOLD' }, 'ERROR_PROPERTY_SOLD'],
  ['sold', { nl: 'Verkocht onder voorbehoud' }, 'Verkocht onder voorbehoud.'],
  ['rented', { nl: 'Verhuurd onder voorbehoud' }, 'Verhuurd onder voorbehoud.'],
  ['option', { nl: 'In optie' }, ''],
  ['none', undefined, ''],
])('the sentence of a property that is %s, on its ribbon %j, is "%s"', (meaning, marqueeName, sentence) => {
  const t = (key: LabelKey) => key;
  expect(stateSentence({ meaning, marqueeName: marqueeName ?? {} }, 'nl', t)).toBe(sentence);
});
