import { expect, test } from 'vitest';
import { editAtOnce } from '../support/edits-at-once.ts';

test('what programs, the studio and an editor write at once is kept, and nothing is replaced unseen', async () => {
  const { lost, replaced, programs, editor } = await editAtOnce(3);
  expect(lost).toEqual([]);
  expect(replaced).toEqual([]);
  expect(programs).toBeGreaterThan(10);
  expect(editor).toBeGreaterThan(5);
}, 60_000);
