import { expect, test } from 'vitest';
import { FIGURE_MONTHS, FIGURE_WEEKS, momentsOf } from '../../src/features/lead/figure-groups.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';
import { keysOf } from '../../src/platform/values/values.ts';

/** Moments around the ends of months, of years, and around a change of the clock. */
const NOW = ['2026-12-01T02:00:00Z', '2027-01-31T22:59:00Z', '2027-01-31T23:01:00Z', '2027-03-31T10:00:00Z'];

test.each(NOW)('at %s a month begins and ends at midnight in Brussels, and this one follows the last one', (moment) => {
  const now = Date.parse(moment);
  const last = momentsOf('last-month', now);
  const current = momentsOf('month', now);
  expect(last.until).toBe(current.since);
  expect(current.until).toBe(new Date(now).toISOString());
  for (const { since } of [last, current]) {
    expect(brusselsDay(Date.parse(since))).toMatch(/-01$/);
    expect(brusselsDay(Date.parse(since) - 1)).not.toMatch(/-01$/);
  }
  expect(brusselsDay(Date.parse(current.since)).slice(0, 7)).toBe(brusselsDay(now).slice(0, 7));
});

test('every span ends now or at the end of its month, after it began', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  for (const span of [...FIGURE_WEEKS, ...keysOf(FIGURE_MONTHS)]) {
    const { since, until } = momentsOf(span, now);
    expect(since < until).toBe(true);
    expect(Date.parse(until)).toBeLessThanOrEqual(now);
  }
});
