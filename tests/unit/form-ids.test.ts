import { expect, test } from 'vitest';
import * as z from 'zod';
import { localizedText, slugText } from '../../src/content/fields/fields.ts';
import { formOf } from '../../src/content/fields/form-node.ts';
import { isInNewItem, withIds } from '../../src/content/fields/posted-form.ts';

const form = formOf(
  z.object({
    offices: z.array(
      z.object({ id: slugText, name: localizedText, rooms: z.array(z.object({ id: slugText, title: z.string() })) }),
    ),
    others: z.array(z.object({ name: z.string() })),
  }),
);

test('an item without an internal name gets one of its name, once in its list, and nothing else changes', () => {
  const data = {
    offices: [
      { id: 'namur', name: { nl: 'Namen' } },
      { name: { nl: '', fr: 'Liège' }, rooms: [{ title: 'Grote zaal' }, { id: '', title: 'Grote zaal' }] },
      { name: { nl: 'Namur' } },
      {},
    ],
    others: [{ name: 'x' }],
  };
  const before = structuredClone(data);
  expect(withIds(form, data)).toEqual({
    offices: [
      { id: 'namur', name: { nl: 'Namen' } },
      {
        id: 'liege',
        name: { nl: '', fr: 'Liège' },
        rooms: [
          { id: 'grote-zaal', title: 'Grote zaal' },
          { id: 'grote-zaal-2', title: 'Grote zaal' },
        ],
      },
      { id: 'namur-2', name: { nl: 'Namur' } },
      {},
    ],
    others: [{ name: 'x' }],
  });
  expect(data).toEqual(before);
  // Named once, it keeps its name: others may refer to it.
  const named = withIds(form, data);
  expect(withIds(form, named)).toEqual(named);
});

test('nothing is wrong with an item that was just added', () => {
  const data = { offices: [{ id: 'a' }, {}] };
  expect(isInNewItem(data, ['offices', 1, 'name'])).toBe(true);
  expect(isInNewItem(data, ['offices', 1])).toBe(true);
  for (const place of [['offices', 0, 'name'], ['offices'], [], ['none', 3]])
    expect(isInNewItem(data, place)).toBe(false);
});
