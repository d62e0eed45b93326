import { expect, test } from 'vitest';
import { officeMinutesBetween } from '../../src/domain/time/office-hours.ts';

const HOURS = [
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '09:00', closes: '12:00' },
  { days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'], opens: '13:00', closes: '18:00' },
];
const at = (moment: string) => Date.parse(moment);

test.each([
  ['an hour of a morning', '2026-11-24T09:00:00+01:00', '2026-11-24T10:00:00+01:00', 60],
  ['the break at noon does not count', '2026-11-24T11:30:00+01:00', '2026-11-24T13:30:00+01:00', 60],
  ['an evening does not count', '2026-11-24T18:00:00+01:00', '2026-11-25T09:00:00+01:00', 0],
  ['from Friday afternoon to Monday morning', '2026-11-27T17:00:00+01:00', '2026-11-30T10:00:00+01:00', 120],
  ['a day in which the clock changes', '2026-03-27T17:00:00+01:00', '2026-03-30T10:00:00+02:00', 120],
  ['a moment is no time', '2026-11-24T10:00:00+01:00', '2026-11-24T10:00:00+01:00', 0],
])('%s', (_, from, to, minutes) => {
  expect(officeMinutesBetween(HOURS, at(from), at(to))).toBe(minutes);
});

test('a day on which the office is closed does not count', () => {
  const [from, to] = [at('2026-12-24T17:00:00+01:00'), at('2026-12-28T10:00:00+01:00')];
  expect(officeMinutesBetween(HOURS, from, to)).toBe(60 + 8 * 60 + 60);
  expect(officeMinutesBetween(HOURS, from, to, ['2026-12-25'])).toBe(120);
});

test('an agency without opening hours is open on weekdays from 9 to 18', () => {
  expect(officeMinutesBetween([], at('2026-11-24T08:00:00+01:00'), at('2026-11-24T19:00:00+01:00'))).toBe(540);
});
