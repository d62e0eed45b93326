import { expect, test } from 'vitest';
import { itemAt, present, recordBy } from '../../src/platform/values/values.ts';

test('an item of a list is found from both ends, and one that is not there is named', () => {
  const list = ['a', undefined, 'c'];
  expect([0, 1, 2, -1, -3].map((at) => itemAt(list, at))).toEqual(['a', undefined, 'c', 'c', 'a']);
  for (const at of [3, -4, 0.5]) expect(() => itemAt(list, at)).toThrow(`There is no item ${at} in a list of 3`);
  expect(() => itemAt([], 0)).toThrow(RangeError);
});

test('a record has a value for each key, in their order', () => {
  const record = recordBy(['b', 'a'], (key) => key.toUpperCase());
  expect(Object.entries(record)).toEqual([
    ['b', 'B'],
    ['a', 'A'],
  ]);
});

test('what is present is returned as it is, and what is not is named', () => {
  expect([0, '', false].map((value) => present(value, 'x'))).toEqual([0, '', false]);
  for (const value of [null, undefined]) expect(() => present(value, 'The town')).toThrow('The town is missing');
});
