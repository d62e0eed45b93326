import { expect, test } from 'vitest';
import { compareIncremental, madeAfter } from '../support/incremental.ts';

/** `npm run trials -- incremental` makes two thousand. */
const EDITS = 10;

test(`${EDITS} random edits: each incremental version is the same as one made from nothing`, async () => {
  const { different, rendered, pages, samePaths } = await compareIncremental(EDITS, 7);
  expect(different).toEqual([]);
  expect(rendered).toBeGreaterThan(0);
  expect(rendered).toBeLessThan(pages / 2);
  expect(samePaths).toBeGreaterThan(0);
});

test('after a changed price only its listing and the pages that show it are made', async () => {
  const { rendered, inVain, newListings, moved, pages, abandoned } = await madeAfter((property) => ({
    ...property,
    Price: Number(property.Price) + 1000,
  }));
  expect(rendered.length).toBeGreaterThan(4);
  expect(inVain).toEqual([]);
  expect(newListings).toBe(1);
  // The pages of a version in between that was not published are its own.
  expect(abandoned).toBeLessThan(pages);
  expect(moved).toEqual([]);
});

test('the page of a property depends on no list of others; the numbers of the menu are on every page', async () => {
  const { facts } = await madeAfter((property) => property);
  expect(facts.size).toBeGreaterThan(5);
  expect([...facts].filter((fact) => /^(?:towns|listings|newest|availableByTown)\b/.test(fact))).toEqual([]);
});
