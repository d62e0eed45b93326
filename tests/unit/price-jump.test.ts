import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jumpedPrice, PRICE_JUMP_PERCENT } from '../../src/features/editing/change-words.ts';

test.each([
  [589_000, 58_900, 58_900],
  [58_900, 589_000, 589_000],
  [100_000, 70_000, null],
  [100_000, 69_999, 69_999],
  [100_000, 130_000, null],
  [0, 100_000, null],
])('from %s to %s asks about %s', (before, after, asked) => {
  expect(jumpedPrice({ Price: before }, { Price: after })).toBe(asked);
});

test('what has no price is never asked about', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      const isPriced = (data: unknown) => typeof (data as { Price?: unknown } | null)?.Price === 'number';
      return (isPriced(before) && isPriced(after)) || jumpedPrice(before, after) === null;
    }),
  );
  expect(PRICE_JUMP_PERCENT).toBe(30);
});
