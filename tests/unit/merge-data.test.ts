import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeData } from '../../src/content/changes/save-edit.server.ts';

const json = fc.jsonValue({ maxDepth: 3 });

describe('two changes of one file', () => {
  test('of different fields are both kept', () => {
    const base = { price: 1, title: { nl: 'a', fr: 'b' }, tags: ['x'] };
    const wanted = { price: 2, title: { nl: 'a', fr: 'c' }, tags: ['x'] };
    const present = { price: 1, title: { nl: 'd', fr: 'b' }, tags: ['x', 'y'] };
    expect(mergeData(base, wanted, present)).toEqual({
      data: { price: 2, title: { nl: 'd', fr: 'c' }, tags: ['x', 'y'] },
      conflicts: [],
    });
  });

  test('of one field are a conflict that names the field and its three values', () => {
    expect(mergeData({ a: { b: 1 } }, { a: { b: 2 } }, { a: { b: 3 } })).toEqual({
      data: { a: { b: 3 } },
      conflicts: [{ field: 'a.b', path: ['a', 'b'], base: 1, wanted: 2, present: 3 }],
    });
  });

  test('a field that one removed and the other changed is a conflict', () => {
    expect(mergeData({ a: 1 }, {}, { a: 2 }).conflicts).toEqual([
      { field: 'a', path: ['a'], base: 1, wanted: undefined, present: 2 },
    ]);
    expect(mergeData({ a: 1 }, { a: 2 }, {}).conflicts).toHaveLength(1);
  });

  test('the same change on both sides is no conflict', () => {
    expect(mergeData({ a: 1 }, { a: 2 }, { a: 2 })).toEqual({ data: { a: 2 }, conflicts: [] });
  });

  test('items with a key are merged one by one, also moved, added and removed ones', () => {
    const base = [
      { id: 1, t: 'a' },
      { id: 2, t: 'b' },
      { id: 3, t: 'c' },
    ];
    const wanted = [
      { id: 3, t: 'c' },
      { id: 1, t: 'A' },
      { id: 2, t: 'b' },
      { id: 4, t: 'd' },
    ];
    const present = [
      { id: 1, t: 'a' },
      { id: 2, t: 'B' },
    ];
    expect(mergeData({ list: base }, { list: wanted }, { list: present })).toEqual({
      data: {
        list: [
          { id: 1, t: 'A' },
          { id: 2, t: 'B' },
          { id: 4, t: 'd' },
        ],
      },
      conflicts: [],
    });
  });

  test('items that share a key are no items of their own', () => {
    const twice = (t: string) => [
      { id: 1, t },
      { id: 1, t: 'x' },
    ];
    expect(mergeData(twice('a'), twice('b'), twice('c')).conflicts).toHaveLength(1);
  });
});

test('with a change on one side only the result is that side, whatever the data', () => {
  fc.assert(
    fc.property(json, json, (base, other) => {
      expect(mergeData(base, other, base)).toEqual({ data: other, conflicts: [] });
      expect(mergeData(base, base, other)).toEqual({ data: other, conflicts: [] });
    }),
  );
});

test('without a conflict every changed field of both sides is in the result', () => {
  const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.integer({ max: 3 }));
  fc.assert(
    fc.property(fields, fields, fields, (base, wanted, present) => {
      const { data, conflicts } = mergeData(base, wanted, present);
      const result = data as Record<string, number>;
      for (const name of ['a', 'b', 'c', 'd', 'e'].filter((one) => !conflicts.some(({ field }) => field === one))) {
        const expected = wanted[name] === base[name] ? present[name] : wanted[name];
        expect(result[name]).toBe(expected);
      }
      expect(conflicts.every(({ field }) => wanted[field] !== present[field])).toBe(true);
    }),
  );
});
