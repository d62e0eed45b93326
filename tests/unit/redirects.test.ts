import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressKey,
  type PagePaths,
  type Redirect,
  redirectFor,
  withMovedPages,
} from '../../src/features/seo/redirects.ts';

const path = fc.constantFrom<string>('/nl/a/', '/nl/b/', '/nl/c/', '/nl/d/', '/nl/e/');
/** The paths of three pages at one moment; no two share one. */
const moment = fc.uniqueArray(path, { minLength: 3, maxLength: 3 });

test('however often pages move, each path that a page had leads to a page, in one step, and none in a circle', () => {
  fc.assert(
    fc.property(fc.array(moment, { minLength: 2, maxLength: 8 }), (moments) => {
      const pathsAt = (at: number): PagePaths =>
        Object.fromEntries((moments[at] ?? []).map((one, page) => [`page ${page}`, { nl: one }]));
      let redirects: readonly Redirect[] = [];
      /** The slow model: which page had a path last. */
      const owner = new Map<string, number>();
      for (const [at, paths] of moments.entries()) {
        if (at > 0) redirects = withMovedPages(redirects, { before: pathsAt(at - 1), now: pathsAt(at) });
        for (const [page, one] of paths.entries()) owner.set(one, page);
      }
      const last = moments.at(-1) ?? [];
      for (const [one, page] of owner) {
        const expected = last.includes(one) ? null : last[page];
        expect(redirectFor(redirects, one)?.to ?? null).toBe(expected);
      }
      expect(new Set(redirects.map(({ from }) => addressKey(from))).size).toBe(redirects.length);
    }),
  );
});

test('what an agency wrote itself stays, and leads along when its target moves', () => {
  const own: Redirect[] = [
    { from: '/blog/', below: true, to: '/nl/a/' },
    { from: '/weg.html', below: false },
  ];
  const moved = withMovedPages(own, { before: { 'page 1': { nl: '/nl/a/' } }, now: { 'page 1': { nl: '/nl/b/' } } });
  expect(moved).toEqual([
    { from: '/blog/', below: true, to: '/nl/b/' },
    { from: '/weg.html', below: false },
    { from: '/nl/a/', below: false, to: '/nl/b/' },
  ]);
  expect(withMovedPages(own, { before: { 'page 1': { nl: '/nl/a/' } }, now: {} })).toBe(own);
});

test('no spelling of an address throws', () => {
  const redirects = [{ from: '/a', below: true, to: '/nl/' }];
  fc.assert(fc.property(fc.string(), (text) => void redirectFor(redirects, `/${text}`)));
  expect(redirectFor(redirects, '/%E0%A4%A')).toBeNull();
});
