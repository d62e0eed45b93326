import { describe, expect, test } from 'vitest';
import { isViewingOver } from '../../src/app/mail-link-facts.ts';

const NOW = Date.parse('2027-01-11T12:00:00Z');
const [LATER, EARLIER] = ['2027-01-12T09:00:00.000Z', '2027-01-10T09:00:00.000Z'];

describe('a link to', () => {
  test.each([
    ['confirm-viewing', 'requested', LATER, false],
    ['move-viewing', 'confirmed', LATER, false],
    ['cancel-viewing', 'confirmed', LATER, false],
    ['confirm-viewing', 'cancelled', LATER, true],
    ['move-viewing', 'cancelled', LATER, true],
    ['cancel-viewing', 'cancelled', LATER, false],
    ['confirm-viewing', 'requested', EARLIER, true],
    ['move-viewing', 'done', EARLIER, true],
    ['cancel-viewing', 'done', EARLIER, true],
    ['cancel-viewing', 'confirmed', EARLIER, true],
    ['cancel-viewing', 'cancelled', EARLIER, false],
  ] as const)('%s, of a viewing that is %s at %s: over is %s', (kind, state, startsAt, isOver) => {
    expect(isViewingOver({ do: kind }, { state, starts_at: startsAt }, NOW)).toBe(isOver);
  });

  test('something else is about no viewing', () => {
    expect(isViewingOver({ do: 'unsubscribe' }, null, NOW)).toBe(false);
    expect(isViewingOver(null, null, NOW)).toBe(false);
  });
});
