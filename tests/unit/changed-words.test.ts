import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedWords, type TextPiece } from '../../src/features/editing/text-states.ts';

const joined = (pieces: readonly TextPiece[], left: TextPiece['kind']) =>
  pieces.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');

test('the words that changed are marked, and those that stayed are not', () => {
  expect(changedWords('Een mooi huis in Halle', 'Een groot huis in Halle')).toEqual([
    { kind: 'same', text: 'Een ' },
    { kind: 'gone', text: 'mooi' },
    { kind: 'new', text: 'groot' },
    { kind: 'same', text: ' huis in Halle' },
  ]);
  expect(changedWords('', 'Huis')).toEqual([{ kind: 'new', text: 'Huis' }]);
  expect(changedWords('Huis', 'Huis')).toEqual([{ kind: 'same', text: 'Huis' }]);
});

test('without what is new it is the old text, without what is gone the new one', () => {
  const text = fc.array(fc.constantFrom('een', 'huis', ' ', '\n', 'in', '🙂')).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, now) => {
      const pieces = changedWords(before, now);
      expect([joined(pieces, 'new'), joined(pieces, 'gone')]).toEqual([before, now]);
    }),
  );
});

test('a long text that is written anew is compared in a moment', () => {
  const long = (word: string) => Array.from({ length: 60_000 }, (_, at) => `${word}${at}`).join(' ');
  const began = performance.now();
  expect(changedWords(long('a'), long('b'))).toHaveLength(2);
  expect(performance.now() - began).toBeLessThan(10_000);
});
