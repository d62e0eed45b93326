import { expect, test } from 'vitest';
import { editAtOnce } from '../support/edits-at-once.ts';

/** TRIAL_EDITS sets another number. */
const ROUNDS = Number(process.env.TRIAL_EDITS ?? 500);

test(`${ROUNDS} kills of a program while others change the same files: all is kept`, async () => {
  const { lost, replaced, ...figures } = await editAtOnce(ROUNDS);
  console.log(JSON.stringify(figures));
  expect(lost).toEqual([]);
  expect(replaced).toEqual([]);
});
