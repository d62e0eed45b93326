import { expect, test } from 'vitest';
import { compareIncremental } from '../support/incremental.ts';

/** `npm run trials -- incremental` makes two thousand. */
const EDITS = 10;

test(`${EDITS} random edits: each incremental version is the same as one made from nothing`, async () => {
  const { different, rendered, pages } = await compareIncremental(EDITS, 7);
  expect(different).toEqual([]);
  expect(rendered).toBeGreaterThan(0);
  expect(rendered).toBeLessThan(pages / 2);
});
