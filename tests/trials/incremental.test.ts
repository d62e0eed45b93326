import { expect, test } from 'vitest';
import { compareIncremental } from '../support/incremental.ts';

/** TRIAL_EDITS and TRIAL_SEED set other numbers. */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const EDITS = number('TRIAL_EDITS', 2000);

test(`${EDITS} random edits: each incremental version is the same as one made from nothing`, async () => {
  const { different, ...figures } = await compareIncremental(EDITS, number('TRIAL_SEED', 7));
  console.log(JSON.stringify(figures));
  expect(different).toEqual([]);
  expect(figures.rendered).toBeLessThan(figures.pages);
});
