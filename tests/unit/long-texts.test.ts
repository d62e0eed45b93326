import { expect, test } from 'vitest';
import { wordingIn } from '../../src/features/property/advert.ts';
import { wordingSettings } from '../../src/features/property/settings.ts';
import { questionsOf } from '../../src/features/seo/linked-data.ts';
import { isActivePdf, safeFileName } from '../../src/platform/media/received-document.server.ts';
import { findWords } from '../../src/platform/text/find-words.ts';
import { markdown } from '../../src/ui/markdown.ts';

/** Parts that, repeated, make readers of texts look far ahead or back from each of them. */
const PARTS = [
  ...['- ', '> ', '1. ', '> - ', '*a ', '**a ', 'a*', '***a ', '_', '_a*b', '[', '[a](', '![', '`', '<a ', '&', '\\'],
  ...['[a]: b\n', '# a\n', '\n', ' ', '\t', '|a', '<!--', 'a](', '[a]((', '```\n', '---\n', 'a', '.', '{', '@', 'a@'],
  ...['/ObjStm stream\n', 'stream\n', '/S%', '/S ', '/JS ', 'obj', '#41', 'enkel belgen '],
];

const rules = wordingSettings.parse({
  rules: [{ language: 'nl', phrases: ['enkel belgen'], kind: 'ground', source: 'a law', checked: '2026-01-01' }],
}).rules;

/** What reads texts of editors, owners and visitors that may be long. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  markdown,
  questionsOf: (text) => questionsOf(`## a?\n${text}\n## b?\nx`),
  findWords: (text) => findWords(text, /x/g),
  wordingIn: (text) => wordingIn(text, 'nl', rules),
  safeFileName,
  isActivePdf: (text) => isActivePdf(Buffer.from(`%PDF-1.5\n${text}`, 'latin1')),
};

/** The least time of three, in milliseconds. */
function timeOf(read: (text: string) => unknown, text: string): number {
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    read(text);
    return performance.now() - start;
  });
  return Math.min(...times);
}

test.each(Object.entries(READERS))(
  '%s of a text that is four times as long takes not much more than four times',
  (_, read) => {
    const ratioOf = (part: string) => {
      const [short, long] = [4000, 16_000].map((length) => timeOf(read, part.repeat(Math.ceil(length / part.length))));
      // Quadratic time would be sixteen times as long; times below this are noise.
      return long! > 40 ? long! / short! : 0;
    };
    // Another program may have taken the core during a measurement, and not during each of three.
    const isSlow = (part: string) => [1, 2, 3].every(() => ratioOf(part) > 10);
    const slow = PARTS.filter(isSlow);
    expect(slow).toEqual([]);
  },
);
