import fc from 'fast-check';
import { expect, test } from 'vitest';
import { officeMinutesBetween } from '../../src/platform/time/opening-hours.ts';

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

test('the minutes are those in which a clock on the wall stands within the hours', () => {
  const clock = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: 'Europe/Brussels', weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const isOpen = (spans: typeof HOURS, ms: number) => {
    const {
      weekday = '',
      hour,
      minute,
    } = Object.fromEntries(clock.formatToParts(ms).map((part) => [part.type, part.value]));
    const time = `${hour}:${minute}`;
    return spans.some(({ days, opens, closes }) => days.includes(weekday) && opens <= time && time < closes);
  };
  const STEP_MS = 15 * 60_000;
  const usual = [{ days: HOURS[0]!.days, opens: '09:00', closes: '18:00' }];
  const quarter = fc.integer({ min: 0, max: 4 * 24 * 9 });
  fc.assert(
    fc.property(quarter, quarter, fc.boolean(), (first, length, isUsual) => {
      // Around the night in which the clock changes.
      const from = at('2026-03-25T00:00:00+01:00') + first * STEP_MS;
      const steps = Array.from({ length }, (_, step) => from + step * STEP_MS);
      const minutes = steps.filter((ms) => isOpen(isUsual ? usual : HOURS, ms)).length * 15;
      expect(officeMinutesBetween(isUsual ? [] : HOURS, from, from + length * STEP_MS)).toBe(minutes);
    }),
    { numRuns: 200 },
  );
});

test('after sixty days no more is counted', () => {
  const from = at('2026-06-01T00:00:00+02:00');
  const after = (days: number) => officeMinutesBetween(HOURS, from, from + days * 86_400_000);
  expect(after(59)).toBeLessThan(after(60));
  expect(after(100)).toBe(after(200));
});
