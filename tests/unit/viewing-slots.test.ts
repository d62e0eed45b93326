import { describe, expect, test } from 'vitest';
import { viewingSettings } from '../../src/features/viewing/settings.ts';
import { allStarts, cellsOf, freeStarts, isBookable, viewingOf } from '../../src/features/viewing/viewing-slots.ts';

const LISTING = { id: 7, manager: 'nele', gone: false };
const week = (hours: object, more: object = {}) =>
  viewingSettings.parse({ lengthMinutes: 60, leadHours: 24, horizonDays: 7, hours, ...more });
const at = (text: string) => Date.parse(text);

test('times follow the clock of Brussels on both sides of a clock change', () => {
  const settings = week({ Saturday: [{ from: '10:00', to: '12:00' }], Monday: [{ from: '10:00', to: '11:00' }] });
  // The last Sunday of October 2026 is the 25th.
  expect(allStarts(settings, LISTING, at('2026-10-22T08:00:00Z'))).toEqual([
    '2026-10-24T08:00:00.000Z',
    '2026-10-24T09:00:00.000Z',
    '2026-10-26T09:00:00.000Z',
  ]);
});

test('no time is before the lead time, beyond the horizon, on closed days or after hours', () => {
  const settings = week(
    { Monday: [{ from: '09:00', to: '10:30' }], Tuesday: [{ from: '09:00', to: '10:00' }] },
    { closedDays: ['2026-11-24'], horizonDays: 6 },
  );
  // Monday 23 November, 9:00 is 23 hours ahead.
  expect(allStarts(settings, LISTING, at('2026-11-22T09:00:00Z'))).toEqual([]);
  expect(allStarts(settings, LISTING, at('2026-11-22T07:59:00Z'))).toEqual(['2026-11-23T08:00:00.000Z']);
});

test.each([
  [
    'of the property',
    { properties: { 7: { hours: { Friday: [{ from: '15:00', to: '16:00' }] } } } },
    ['2026-11-27T14:00:00.000Z'],
  ],
  [
    'of its agent',
    { agents: { nele: { hours: { Friday: [{ from: '11:00', to: '12:00' }] } } } },
    ['2026-11-27T10:00:00.000Z'],
  ],
  ['of the agency', {}, ['2026-11-26T09:00:00.000Z']],
  ['none on a day off of the agent', { agents: { nele: { closedDays: ['2026-11-26'] } } }, []],
  ['none where viewings are not booked', { properties: { 7: { bookable: false } } }, []],
])('hours are those %s', (_name, more, starts) => {
  const settings = week({ Thursday: [{ from: '10:00', to: '11:00' }] }, more);
  expect(allStarts(settings, LISTING, at('2026-11-22T08:00:00Z'))).toEqual(starts);
  expect(isBookable(settings, LISTING)).toBe(!JSON.stringify(more).includes('bookable'));
});

test('a sold property has no viewings', () => {
  expect(isBookable(week({ Monday: [{ from: '09:00', to: '10:00' }] }), { ...LISTING, gone: true })).toBe(false);
});

describe('a time is free', () => {
  const settings = week({ Monday: [{ from: '09:00', to: '11:00' }] }, { capacity: 2, leadHours: 0 });
  const now = at('2026-11-22T08:00:00Z');
  const [first, second] = ['2026-11-23T08:00:00.000Z', '2026-11-23T09:00:00.000Z'] as const;
  const cells = (propertyId: string, startsAt: string, of = startsAt) =>
    cellsOf(of, 60).map((cell) => ({ cell, propertyId, startsAt }));

  test('while seats are left at the same property and start', () => {
    expect(freeStarts(settings, LISTING, cells('7', first), now)).toEqual([
      { startsAt: first, seats: 1 },
      { startsAt: second, seats: 2 },
    ]);
    expect(freeStarts(settings, LISTING, [...cells('7', first), ...cells('7', first)], now)).toEqual([
      { startsAt: second, seats: 2 },
    ]);
  });

  test('not while its agent is at another property, even for a quarter of an hour', () => {
    const elsewhere = [{ cell: '2026-11-23T08:45:00.000Z', propertyId: '8', startsAt: '2026-11-23T08:45:00.000Z' }];
    expect(freeStarts(settings, LISTING, elsewhere, now)).toEqual([{ startsAt: second, seats: 2 }]);
  });
});

test('length and seats of a property override those of all', () => {
  const settings = week({}, { capacity: 2, properties: { 7: { capacity: 6, lengthMinutes: 15 } } });
  expect(viewingOf(settings, 7)).toEqual({ capacity: 6, lengthMinutes: 15 });
  expect(viewingOf(settings, 8)).toEqual({ capacity: 2, lengthMinutes: 60 });
});

test.each([
  [{ hours: { Monday: [{ from: '10:00', to: '09:00' }] } }, 'The end must come after the start'],
  [{ hours: { Monday: [{ from: '9:00', to: '10:00' }] } }, 'Expected a time'],
  [{ lengthMinutes: 20 }, 'Expected quarters of an hour'],
  [{ properties: { villa: {} } }, 'Expected the number of a property'],
])('an invalid setting is named: %o', (settings, message) => {
  expect(JSON.stringify(viewingSettings.safeParse(settings).error?.issues)).toContain(message);
});
