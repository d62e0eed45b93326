import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerpt } from '../../src/platform/text/excerpt.ts';

test.each([
  ['a text within the limit is whole', 'Ruime woning', 12, 'Ruime woning'],
  ['a word that ends at the limit stays', 'Ruime woning met tuin', 12, 'Ruime woning…'],
  ['a word past the limit goes, when the cut lies past 80 percent', 'Ruime woning met tuin', 14, 'Ruime woning…'],
  ['a word is cut when the space lies at 80 percent', 'Rustige appartementen', 10, 'Rustige ap…'],
  ['a space at exactly 80 percent is not past it', '12345678 abcdef', 10, '12345678 a…'],
  ['a space just past it is', '123456789 abcdef', 10, '123456789…'],
  ['a text without a space is cut at the limit', 'x'.repeat(20), 10, `${'x'.repeat(10)}…`],
  ['a non-breaking space stays', 'Deux\u00a0: oui', 20, 'Deux\u00a0: oui'],
  ['lines become one', ' Ruime\n\nwoning ', 20, 'Ruime woning'],
  ['an emoji is one character and is never split', '🏡🏡🏡', 2, '🏡🏡…'],
  ['nothing stays nothing', '', 10, ''],
])('%s', (_, text, limit, shown) => {
  expect(excerpt(text, limit)).toBe(shown);
});

test('a description is cut at 250 characters by default', () => {
  expect(excerpt('x'.repeat(250))).toBe('x'.repeat(250));
  expect(excerpt('x'.repeat(251))).toBe(`${'x'.repeat(250)}…`);
});

test('an excerpt is the start of the text and never longer than the limit and the ellipsis', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 250 }), (written, limit) => {
      const shown = excerpt(written, limit);
      const line = written.trim().replace(/[^\S\u00a0\u202f]+/g, ' ');
      return (
        shown === line || (line.startsWith(shown.slice(0, -1)) && shown.endsWith('…') && [...shown].length <= limit + 1)
      );
    }),
  );
});

test('what is far behind the limit changes nothing, however much white space stands before it', () => {
  const piece = fc.constantFrom('huis ', '\n\n   ', ' '.repeat(90), '😀', 'woonkamer', '\u00a0', '.', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 120 }), fc.integer({ min: 1, max: 60 }), (pieces, limit) => {
      const text = pieces.join('');
      const inOneLine = text.trim().replace(/[^\S\u00a0\u202f]+/g, ' ');
      expect(excerpt(text, limit)).toBe(excerpt(inOneLine, limit));
      const characters = [...inOneLine];
      const expected = characters.length <= limit ? inOneLine : `${characters.slice(0, limit).join('')}`;
      expect(inOneLine.startsWith(excerpt(text, limit).replace(/…$/, ''))).toBe(true);
      expect([...excerpt(text, limit)].length).toBeLessThanOrEqual([...expected].length + 1);
    }),
  );
});
