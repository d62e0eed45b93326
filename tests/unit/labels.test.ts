import { expect, test } from 'vitest';
import { completeLabels, defaultLabels } from '../../src/i18n/current-labels.ts';
import type { LabelKey, Translate } from '../../src/i18n/label-key.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';

loadLabels({
  nl: {
    HELLO: 'Dag {name}, {name}!',
    PROPERTIES_ONE: '{count} pand in {town}',
    PROPERTIES_OTHER: '{count} panden in {town}',
    ODD: '{ name } {constructor} {name }',
    PLAIN: 'Huis',
    ZONING_OTHER: 'Ander',
  },
  fr: { PROPERTIES_ONE: '{count} bien à {town}', PROPERTIES_OTHER: '{count} biens à {town}', PLAIN: 'Maison' },
});
const say = (language: string) => labelsIn(language) as (key: string, values?: Parameters<Translate>[1]) => string;

test('a label has the text of the requested language, also in turns', () => {
  expect([say('nl')('PLAIN'), say('fr')('PLAIN'), say('nl')('PLAIN')]).toEqual(['Huis', 'Maison', 'Huis']);
});

test('placeholders are filled wherever they are, with each value anew', () => {
  expect(say('nl')('HELLO', { name: 'An' })).toBe('Dag An, An!');
  expect(say('nl')('HELLO', { name: 'Bo' })).toBe('Dag Bo, Bo!');
  expect(say('nl')('HELLO', { name: 0 })).toBe('Dag 0, 0!');
});

test('a value is plain text, even with characters of patterns, placeholders or labels', () => {
  for (const name of ['$&', '$1', '{name}', '{count}', '$t(PLAIN)', '<b>', '\\'])
    expect(say('nl')('HELLO', { name })).toBe(`Dag ${name}, ${name}!`);
});

test('a placeholder without a value stays visible', () => {
  expect(say('nl')('HELLO', {})).toBe('Dag {name}, {name}!');
  expect(say('nl')('ODD', { name: 'An' })).toBe('An {constructor} An');
});

test('a number chooses the form of its language: zero is plural in Dutch and singular in French', () => {
  const properties = (language: string) =>
    [0, 1, 2].map((count) => say(language)('PROPERTIES', { count, town: 'Meise' }));
  expect(properties('nl')).toEqual(['0 panden in Meise', '1 pand in Meise', '2 panden in Meise']);
  expect(properties('fr')).toEqual(['0 bien à Meise', '1 bien à Meise', '2 biens à Meise']);
});

test('a number written as text fills its placeholder, whatever was counted before', () => {
  expect([
    say('nl')('HELLO', { name: 'An', count: '1' }),
    say('nl')('PROPERTIES', { count: 1, town: 'Meise' }),
  ]).toEqual(['Dag An, An!', '1 pand in Meise']);
});

test('French contracts its preposition with the article of a town, other languages have none', () => {
  const count = 2;
  expect(say('fr')('PROPERTIES', { count, town: 'Le Rœulx' })).toBe('2 biens au Rœulx');
  expect(say('fr')('PROPERTIES', { count, town: 'Les Bons Villers' })).toBe('2 biens aux Bons Villers');
  expect(say('fr')('PROPERTIES', { count, town: 'La Louvière' })).toBe('2 biens à La Louvière');
  expect(say('nl')('PROPERTIES', { count, town: 'Le Rœulx' })).toBe('2 panden in Le Rœulx');
});

test('an ending that is no plural form belongs to the key', () => {
  expect(say('nl')('ZONING_OTHER')).toBe('Ander');
});

test('an unknown label shows its key', () => {
  expect(say('fr')('NOT_THERE' satisfies string as LabelKey)).toBe('NOT_THERE');
});

test('a version of an earlier program has its own labels, and those that were added since', () => {
  const all = completeLabels({ nl: { FOR_SALE: 'Aangeboden' }, sv: { FOR_SALE: 'Till salu' } });
  expect(all.nl).toEqual({ ...defaultLabels('nl'), FOR_SALE: 'Aangeboden' });
  expect(all.sv).toEqual({ FOR_SALE: 'Till salu' });
});

test('reloaded labels replace the earlier ones', () => {
  loadLabels({ nl: { PLAIN: 'Woning' } });
  expect(say('nl')('PLAIN')).toBe('Woning');
});
