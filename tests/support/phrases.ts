import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { City } from '../../src/features/place/region.ts';
import { agencyPlaces, type PhrasePlace } from '../../src/features/search/phrase-places.ts';
import type { Understood } from '../../src/features/search/read-phrase.ts';
import { understand } from '../../src/features/search/understand.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');

/** The towns of the agency of the tests, all with the same stock. */
export const places = agencyPlaces(
  JSON.parse(readFileSync(join(FIXTURES, 'agency/cities.json'), 'utf8')) as City[],
  () => 1,
);

/** What real visitors might type in a language, each with what it means. */
export const phrasesIn = (language: string): { phrase: string; meaning: string }[] =>
  readFileSync(join(FIXTURES, `phrases/${language}.txt`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' | '))
    .map(([phrase = '', meaning = '']) => ({ phrase, meaning: sorted(meaning) }));

/** What a phrase is understood as, in the notation of the fixtures. */
export const meaningOf = (phrase: string): string => sorted(words(understand(phrase, places)).join(' '));

const sorted = (meaning: string) => meaning.split(' ').filter(Boolean).sort().join(' ');

function words({ goal, types, places: where, ...rest }: Understood<PhrasePlace>): string[] {
  const limit = (sign: string, value: number | string | null) => (value === null ? [] : [`${sign}${value}`]);
  return [
    ...(goal ? [goal] : []),
    ...types,
    ...where.map((place) => `@${place.kind === 'town' ? place.city.Zip : place.region}`),
    ...limit('>=', rest.minPrice),
    ...limit('<=', rest.maxPrice),
    ...limit('bed:', rest.bedrooms),
    ...limit('m2:', rest.minSurface),
    ...limit('m2<=', rest.maxSurface),
    ...limit('plot:', rest.minGround),
    ...limit('km:', rest.within),
    ...limit('epc:', rest.label),
    ...rest.features,
    ...rest.unknown.map((word) => `?${word.replaceAll(' ', '_')}`),
  ];
}
