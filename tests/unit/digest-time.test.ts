import { expect, test } from 'vitest';
import { nextDigestMs } from '../../src/features/alert/match-events.server.ts';

test.each([
  ['instantly', '2026-11-24T10:00:00Z', '2026-11-24T10:10:00Z'],
  ['daily', '2026-11-24T06:59:00Z', '2026-11-24T07:00:00Z'],
  ['daily', '2026-11-24T07:00:00Z', '2026-11-25T07:00:00Z'],
  // Summer time begins in the night before.
  ['daily', '2026-03-28T12:00:00Z', '2026-03-29T06:00:00Z'],
  ['weekly', '2026-11-27T07:00:00Z', '2026-12-04T07:00:00Z'],
  ['weekly', '2026-11-24T10:00:00Z', '2026-11-27T07:00:00Z'],
] as const)('a %s mail decided at %s is sent at %s', (frequency, now, expected) => {
  const due = nextDigestMs(frequency, { digestHour: 8, digestDay: 'Friday' }, Date.parse(now));
  expect(new Date(due).toISOString()).toBe(new Date(expected).toISOString());
});
