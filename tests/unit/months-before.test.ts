import { expect, test } from 'vitest';
import { monthsBefore } from '../../src/platform/time/days.ts';

test.each([
  ['2026-03-31', 1, '2026-02-28'],
  ['2028-03-31', 1, '2028-02-29'],
  ['2026-05-31', 3, '2026-02-28'],
  ['2026-01-15', 1, '2025-12-15'],
  ['2026-11-23', 24, '2024-11-23'],
])('%s, %i months earlier, is %s', (now, months, before) => {
  expect(monthsBefore(Date.parse(`${now}T10:00:00Z`), months).toISOString()).toBe(`${before}T10:00:00.000Z`);
});
