import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedShortlist, shortlistOf } from '../../src/features/shortlist/shortlist.ts';

describe('the cookie', () => {
  test.each([
    ['35187.35101', [35187, 35101]],
    ['35187', [35187]],
    ['', []],
    [undefined, []],
    [null, []],
    ['35187.35187.35101', [35187, 35101]],
    ['35187..35101.', [35187, 35101]],
    ['35187.<script>.35101', [35187, 35101]],
    ['-1.1e3.0x1. 7.+5.1,2', []],
    ['1234567890123', []],
    ['__proto__.constructor', []],
    ['%32%34', []],
  ])('%s keeps %o', (cookie, ids) => {
    expect(shortlistOf(cookie)).toEqual(ids);
  });

  test('keeps sixty properties at most, however long the cookie was', () => {
    expect(shortlistOf(Array.from({ length: 100 }, (_, n) => n + 1).join('.'))).toHaveLength(60);
    expect(shortlistOf('1.'.repeat(100_000)).length).toBe(1);
  });
});

describe('a property', () => {
  test.each([
    ['is put in front', [1, 2], 3, true, '3.1.2'],
    ['that is there already moves to the front, once', [1, 2, 3], 3, true, '3.1.2'],
    ['is taken off', [1, 2, 3], 2, false, '1.3'],
    ['that is not there is taken off without harm', [1], 9, false, '1'],
    ['is the last one taken off', [1], 1, false, ''],
  ])('%s', (_name, ids, id, add, cookie) => {
    expect(changedShortlist(ids, id, add)).toBe(cookie);
  });

  test('that is the sixty-first removes the oldest', () => {
    const full = Array.from({ length: 60 }, (_, n) => n + 1);
    const next = shortlistOf(changedShortlist(full, 99, true));
    expect([next.length, next[0], next.includes(60)]).toEqual([60, 99, false]);
  });
});

test('a written shortlist is read again and fits a cookie', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999_999 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 1e9 }),
      (ids, id) => {
        const cookie = changedShortlist(ids, id, true);
        expect(shortlistOf(cookie)[0]).toBe(id);
        expect(cookie.length).toBeLessThan(1000);
      },
    ),
  );
});
