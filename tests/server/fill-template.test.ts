import { expect, test } from 'vitest';
import { filled } from '../../src/commands/new-agency/fill-template.ts';

const filling = {
  tags: new Set(['sale', 'flanders']),
  languages: ['nl', 'fr'],
  values: { agency: 'Huis', languages: ['nl', 'fr'], latitude: 51.02, city: { nl: 'Mechelen', fr: 'Malines' } },
};

test('a text keeps the languages of the agency, with the names of each language', () => {
  expect(filled({ nl: '{{agency}} in {{city}}', fr: '{{agency}} à {{city}}', de: '{{agency}}' }, filling)).toEqual({
    nl: 'Huis in Mechelen',
    fr: 'Huis à Malines',
  });
});

test('a value that is nothing but a name keeps its type', () => {
  expect(filled({ at: '{{latitude}}', of: '{{languages}}' }, filling)).toEqual({ at: 51.02, of: ['nl', 'fr'] });
});

test('what does not apply to the agency is left out, in lists too', () => {
  const rows = [
    { $only: ['sale'], name: 'a' },
    { $only: ['rent'], name: 'b' },
    { $every: ['sale', 'rent'], name: 'c' },
  ];
  expect(filled(rows, filling)).toEqual([{ name: 'a' }]);
  expect(filled({ $only: ['rent'], name: 'a' }, filling)).toBeUndefined();
});

test('the first that applies is taken; a field of which none applies is left out', () => {
  const score = { $first: [{ $only: ['brussels'], $value: 85 }, { $value: 0 }] };
  expect(filled({ score, co2: { $first: [{ $only: ['brussels'], $value: 17 }] } }, filling)).toEqual({ score: 0 });
});

test('a name without a value is an error of the template, not a text on a site', () => {
  expect(() => filled('{{nobody}}', filling)).toThrow('names "nobody", which has no value');
});
