import { expect, test } from 'vitest';
import { type Localized, localized } from '../../src/i18n/languages.ts';

test.each<[string, Localized, string, string]>([
  ['the language itself', { nl: 'Huis', fr: 'Maison' }, 'fr', 'Maison'],
  ['its upper-case code', { nl: 'Huis', FR: 'Maison' }, 'fr', 'Maison'],
  ['the language before its upper-case code', { nl: 'huis', NL: 'HUIS' }, 'nl', 'huis'],
  ['the upper-case code when the language is empty', { nl: '', NL: 'HUIS' }, 'nl', 'HUIS'],
  ['empty, never another language', { nl: 'Huis' }, 'de', ''],
])('a text resolves to %s', (_, text, language, shown) => {
  expect(localized(text, language)).toBe(shown);
});

test.each([null, undefined, {}, 'Huis', 12])('%o has no text', (text) => {
  expect(localized(text as Localized, 'nl')).toBe('');
});

test('a value that is no text resolves to nothing', () => {
  expect(localized({ nl: 12 } as unknown as Localized, 'nl')).toBe('');
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is no language', (language) => {
  expect(localized({ nl: 'Huis' }, language)).toBe('');
});

test('inherited text is ignored', () => {
  expect(localized(Object.create({ nl: 'Huis' }), 'nl')).toBe('');
});
