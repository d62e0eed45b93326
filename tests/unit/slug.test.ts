import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf } from '../../src/platform/text/slug.ts';
import { anyCharacter } from '../support/any-character.ts';

test.each([
  ['Grimbergen', 'grimbergen'],
  ['Sint-Joost-ten-Node', 'sint-joost-ten-node'],
  ['Maison à vendre, très ensoleillée !', 'maison-a-vendre-tres-ensoleillee'],
  ["Braine-l'Alleud", 'braine-l-alleud'],
  ['Große Straße', 'grosse-strasse'],
  ['Cœur de ville', 'coeur-de-ville'],
  ['ŒUVRE', 'oeuvre'],
  ['Læsø', 'laeso'],
  ['Woning met 214 m²', 'woning-met-214-m2'],
  ['  --te koop--  ', 'te-koop'],
  ['e\u0301te\u0301', 'ete'],
])('"%s" becomes %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test.each(['', ' ', '---', '!?', '日本', '\u0301'])('"%s" gives an empty slug', (text) => {
  expect(slugOf(text)).toBe('');
});

test.each([
  ['of exactly 80 characters is whole', `${'a'.repeat(39)} ${'b'.repeat(40)}`, `${'a'.repeat(39)}-${'b'.repeat(40)}`],
  ['keeps a word that ends at 80', `${'a'.repeat(39)} ${'b'.repeat(40)} c`, `${'a'.repeat(39)}-${'b'.repeat(40)}`],
  ['loses the word that goes past 80', `${'a'.repeat(39)} ${'b'.repeat(41)}`, 'a'.repeat(39)],
  ['of one endless word is cut in it', 'a'.repeat(200), 'a'.repeat(80)],
])('a slug %s', (_, text, slug) => {
  expect(slugOf(text)).toBe(slug);
});

test('a slug is always valid in a URL, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      const slug = slugOf(text);
      return /^([a-z0-9]+(-[a-z0-9]+)*)?$/.test(slug) && slug.length <= 80 && slugOf(slug) === slug;
    }),
  );
});

test.each(['-', ' ', 'é', 'a-', '!', '\u0301'])(
  'the time for a text of "%s" grows no faster than its length',
  (part) => {
    // The processor time of this process, and the least of five tries: another process may keep the machine busy.
    const timeFor = (times: number) => {
      const text = part.repeat(times);
      const tries = Array.from({ length: 5 }, () => {
        const start = process.cpuUsage();
        slugOf(text);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      });
      return Math.max(100, Math.min(...tries));
    };
    // Ten times the length takes ten times as long; a hundred times would be the square of it.
    expect(timeFor(1_000_000) / timeFor(100_000)).toBeLessThan(50);
  },
);
