import { expect, test } from 'vitest';
import { editAtOnce } from '../support/edits-at-once.ts';

test('of what programs and an editor write at once nothing is lost, though one is killed again and again', async () => {
  const { lost, programs, editor } = await editAtOnce(3);
  expect(lost).toEqual([]);
  expect(programs).toBeGreaterThan(10);
  expect(editor).toBeGreaterThan(5);
}, 60_000);
