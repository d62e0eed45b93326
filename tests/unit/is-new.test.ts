import { expect, test } from 'vitest';
import { isNew } from '../../src/platform/time/days.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test.each([
  ['today', '2026-11-20', 14, true],
  ['a moment ago', '2026-11-20T12:00:00Z', 14, true],
  ['just within the days', '2026-11-06T12:00:01Z', 14, true],
  ['on the last stroke', '2026-11-06T12:00:00Z', 14, false],
  ['long ago', '2020-01-01', 14, false],
  ['from tomorrow on', '2026-11-21', 14, false],
  ['with a setting of no days', '2026-11-20T12:00:00Z', 0, false],
  ['with a space, as imports write', '2026-11-18 09:30:00', 14, true],
  ['without a date that can be read', 'gisteren', 14, false],
  ['without a date', '', 14, false],
])('a property that came %s', (_name, created, days, result) => {
  expect(isNew(created, days, NOW)).toBe(result);
});
