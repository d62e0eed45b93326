import { expect, test } from 'vitest';
import { tokensOf } from '../../src/features/search/correct-words.ts';
import { openPhrasePlaces } from '../../src/features/search/phrase-places.ts';

const places = openPhrasePlaces([
  { names: ['Mamer'], zips: ['L-8201', 'L-8210', 'L-1850'], place: 'mamer', stock: 2 },
  { names: ['Grimbergen'], zips: ['1850'], place: 'grimbergen', stock: 9 },
]);
const placeIn = (phrase: string) => {
  const tokens = tokensOf(phrase);
  return places.at(tokens, 0);
};

test.each([
  ['L-8201', 'mamer', 2],
  ['l 8210', 'mamer', 2],
  ['8201', 'mamer', 1],
  ['mamer', 'mamer', 1],
  ['1850', 'grimbergen', 1],
  ['L-1850', 'mamer', 2],
])('%s is %s', (phrase, place, length) => {
  expect(placeIn(phrase)).toEqual({ place, length });
});

test.each(['8.201', 'L-9999', 'l'])('%s is no place', (phrase) => {
  expect(placeIn(phrase)).toBeNull();
});
