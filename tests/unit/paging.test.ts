import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf, pagesAround, pagesOf, pageWindow, slicePage } from '../../src/platform/text/paging.ts';

test.each([
  [0, 1],
  [1, 1],
  [24, 1],
  [25, 2],
  [48, 2],
  [49, 3],
])('%i properties at 24 a page fill %i pages', (count, pages) => {
  expect(pagesOf(count, 24)).toBe(pages);
});

test.each([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 3],
  ['99999999999999999999999', 3],
  ['02', 2],
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-1', 1],
  ['1.5', 1],
  ['1e1', 1],
  ['2x', 1],
  [' 2', 1],
  ['Infinity', 1],
  ['__proto__', 1],
])('of three pages, ?page=%s is page %i', (text, page) => {
  expect(pageOf(text, 3)).toBe(page);
});

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [1, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [1, 5, [1, 2, null, 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [4, 10, [1, 2, 3, 4, 5, null, 10]],
  [5, 10, [1, null, 4, 5, 6, null, 10]],
  [7, 10, [1, null, 6, 7, 8, 9, 10]],
  [10, 10, [1, null, 9, 10]],
  [1, 20, [1, 2, null, 20]],
  [400, 833, [1, null, 399, 400, 401, null, 833]],
])('on page %i of %i the pager shows %o', (page, pages, window) => {
  expect(pageWindow(page, pages)).toEqual(window);
});

const place = fc
  .integer({ min: 1, max: 500 })
  .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));

test('a pager ascends, has the first, this and the last page, and skips at least two per gap', () => {
  fc.assert(
    fc.property(place, ([page, pages]) => {
      const window = pageWindow(page, pages);
      expect(window).toEqual(expect.arrayContaining([1, page, pages]));
      expect(window.length).toBeLessThanOrEqual(11);
      for (const [index, number] of window.entries()) {
        const next = window[index + 1];
        const skips = (next ?? 0) - (window[index - 1] ?? 0) > 2;
        expect(number === null ? skips : !next || next > number, window.join()).toBe(true);
      }
    }),
  );
});

test('any page of a list is three clicks away from the first, and no page links to many', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), (pages) => {
      const depth = new Map([[1, 0]]);
      for (const [page, clicks] of depth) {
        const around = pagesAround(page, pages);
        expect(around.length).toBeLessThanOrEqual(30);
        expect(around).toEqual([...new Set(around)].sort((one, other) => one - other));
        expect(around.filter((number) => pageWindow(page, pages).includes(number))).toEqual([]);
        for (const next of [...pageWindow(page, pages), ...around])
          if (next !== null && !depth.has(next)) depth.set(next, clicks + 1);
      }
      expect([...depth.keys()].sort((one, other) => one - other)).toEqual(
        Array.from({ length: pages }, (_, at) => at + 1),
      );
      expect(Math.max(...depth.values())).toBeLessThanOrEqual(3);
    }),
  );
});

test('of a list of up to ten pages each is one click away from the first', () => {
  for (let pages = 1; pages <= 10; pages += 1) {
    const linked = [...pageWindow(1, pages), ...pagesAround(1, pages)].filter((number) => number !== null);
    expect(linked.sort((one, other) => one - other)).toEqual(Array.from({ length: pages }, (_, at) => at + 1));
  }
});

test('the further links are those that the pagination does not show', () => {
  expect(pagesAround(2, 4)).toEqual([]);
  expect(pagesAround(1, 5)).toEqual([3, 4]);
  expect(pagesAround(4, 8)).toEqual([6, 7]);
});

test.each([
  [1, ['a', 'b']],
  [2, ['c', 'd']],
  [3, ['e']],
  [4, []],
])('page %i of five properties at two a page holds %o', (page, items) => {
  expect(slicePage(['a', 'b', 'c', 'd', 'e'], page, 2)).toEqual(items);
});

test('all pages together hold every property once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 48 }), (properties, perPage) => {
      const pages = Array.from({ length: pagesOf(properties.length, perPage) }, (_, index) =>
        slicePage(properties, index + 1, perPage),
      );
      expect(pages.flat()).toEqual(properties);
    }),
  );
});
