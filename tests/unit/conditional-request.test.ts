import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNotModified, rangeOf } from '../../src/platform/http/conditional-request.server.ts';

const ETAG = '"abc"';

describe('what a browser has cached', () => {
  test.each([
    ['the very thing', '"abc"', true],
    ['one of several', '"x", "abc" , "y"', true],
    ['marked as weak on the way', 'W/"abc"', true],
    ['anything', '*', true],
    ['something else', '"abd"', false],
    ['a part of the mark', 'abc', false],
    ['nothing', '', false],
  ])('%s', (_name, said, expected) => {
    expect(isNotModified(said, ETAG)).toBe(expected);
  });
});

describe('a part of a file', () => {
  test.each<[string, string, [number, number] | 'unsatisfiable' | null]>([
    ['from the start', 'bytes=0-99', [0, 99]],
    ['to the end', 'bytes=400-', [400, 499]],
    ['the last hundred', 'bytes=-100', [400, 499]],
    ['more than there is', 'bytes=490-900', [490, 499]],
    ['the last of more than there is', 'bytes=-900', [0, 499]],
    ['one byte', 'bytes=499-499', [499, 499]],
    ['behind the end', 'bytes=500-', 'unsatisfiable'],
    ['the last nothing', 'bytes=-0', 'unsatisfiable'],
    ['several at once get the whole', 'bytes=0-1,4-5', null],
    ['backwards is no range', 'bytes=9-3', null],
    ['another unit', 'lines=0-3', null],
    ['nonsense', 'bytes=-', null],
    ['in capitals', 'BYTES=0-1', [0, 1]],
    ['a number without end', `bytes=${'9'.repeat(40)}-`, 'unsatisfiable'],
  ])('%s', (_name, range, expected) => {
    expect(rangeOf({ range }, ETAG, 500)).toEqual(expected);
  });

  test('of a file that has changed since is the whole file', () => {
    expect(rangeOf({ range: 'bytes=0-9', ifRange: '"old"' }, ETAG, 500)).toBeNull();
    expect(rangeOf({ range: 'bytes=0-9', ifRange: ETAG }, ETAG, 500)).toEqual([0, 9]);
  });

  test('never exceeds the file, whatever is requested', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,5}-\d{0,5}$/)), fc.nat(3000), (range, bytes) => {
        const found = rangeOf({ range }, ETAG, bytes);
        expect(Array.isArray(found) ? 0 <= found[0] && found[0] <= found[1] && found[1] < bytes : true).toBe(true);
      }),
    );
  });
});
