import { expect, test } from 'vitest';
import * as z from 'zod';
import { formOf } from '../../src/content/fields/form-node.ts';
import { namedPlace, plainTexts, titleIn } from '../../src/features/editing/content-item.ts';

const form = formOf(
  z.object({
    Price: z.number().meta({ kind: 'money', label: 'SURFACE_TOTAL' }),
    Status: z.enum(['a', 'b']).meta({ label: 'STATUS_SOLD', choices: { a: 'YES', b: 'NO' } }),
    Title: z.record(z.string(), z.string()).meta({ kind: 'localized', label: 'PROPERTIES' }),
    Rooms: z
      .array(z.object({ Area: z.number().meta({ kind: 'area', label: 'SURFACE_LIVING' }) }))
      .meta({ label: 'TESTIMONIALS' }),
  }),
);

test('a field is named by its label, a text by its language, and a thing of a list by its number', () => {
  expect(namedPlace(form, ['Price'])).toMatchObject({ parts: [{ label: 'SURFACE_TOTAL' }], kind: 'money' });
  expect(namedPlace(form, ['Title', 'fr']).parts).toEqual([{ label: 'PROPERTIES' }, { language: 'fr' }]);
  expect(namedPlace(form, ['Rooms', 1, 'Area']).parts).toEqual([
    { label: 'TESTIMONIALS' },
    { number: 2 },
    { label: 'SURFACE_LIVING' },
  ]);
});

test('a choice has the labels of its values', () => {
  expect([...namedPlace(form, ['Status']).choices]).toEqual([
    ['a', 'YES'],
    ['b', 'NO'],
  ]);
});

test('what the form does not have is named by its key', () => {
  expect(namedPlace(form, ['Other', 'Inner']).parts).toEqual([{ key: 'Other' }, { key: 'Inner' }]);
  expect(namedPlace(form, ['Other', 'nl']).parts).toEqual([{ key: 'Other' }, { language: 'nl' }]);
  expect(namedPlace(null, ['Price'])).toMatchObject({ parts: [{ key: 'Price' }], kind: 'text' });
});

test('the texts in a value are found in their order, and the title of a file in every kind', () => {
  expect(plainTexts([{ a: 'x', b: [1, true] }, null])).toEqual(['x', '1', 'true']);
  expect(titleIn({ TypeDescription: { nl: 'Huis' } })).toEqual({ nl: 'Huis' });
  expect(titleIn({ name: 'An' })).toBe('An');
  expect([titleIn([1]), titleIn(null), titleIn({ id: 1 })]).toEqual(['', '', '']);
});
