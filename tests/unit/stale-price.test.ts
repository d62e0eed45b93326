import { expect, test } from 'vitest';
import { withoutStalePrice } from '../../src/features/editing/content-item.ts';

const before = { Price: 489_000, PreviousPrice: 499_000, Title: 'a' };

test.each([
  ['of another price loses the price before its last change', { ...before, Price: 478_000 }, undefined],
  ['of another text keeps it', { ...before, Title: 'b' }, 499_000],
  ['of both keeps what was written', { ...before, Price: 478_000, PreviousPrice: 489_000 }, 489_000],
])('a change %s', (_, after, expected) => {
  expect((withoutStalePrice(after, before) as { PreviousPrice?: number }).PreviousPrice).toBe(expected);
  expect(withoutStalePrice(after, before)).toMatchObject({ Price: after.Price, Title: after.Title });
});

test('a new property keeps what was written', () => {
  expect(withoutStalePrice(before, null)).toEqual(before);
});
