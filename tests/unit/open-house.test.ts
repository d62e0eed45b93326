import { describe, expect, test } from 'vitest';
import { viewingSettings } from '../../src/features/viewing/settings.ts';
import {
  allStarts,
  freeStarts,
  isBookable,
  openHouseAt,
  openHousesOf,
  viewingOf,
} from '../../src/features/viewing/viewing-slots.ts';

const LISTING = { id: 7, manager: 'nele', gone: false };
const NOW = Date.parse('2026-11-22T08:00:00Z');
/** Saturday 5 December, from ten to eleven in Brussels. */
const OPEN = { date: '2026-12-05', from: '10:00', to: '11:00', capacity: 8 };
const settingsWith = (own: object, more: object = {}) =>
  viewingSettings.parse({ lengthMinutes: 30, leadHours: 24, horizonDays: 7, properties: { 7: own }, ...more });
const TIMES = ['2026-12-05T09:00:00.000Z', '2026-12-05T09:30:00.000Z'];

describe('an open house', () => {
  test('has its own times, whatever the hours, the horizon and closed days are', () => {
    const settings = settingsWith({ openHouses: [OPEN], bookable: false }, { closedDays: ['2026-12-05'] });
    expect(isBookable(settings, LISTING, NOW)).toBe(true);
    expect(allStarts(settings, LISTING, NOW)).toEqual(TIMES);
    expect(allStarts(settings, { ...LISTING, id: 8 }, NOW)).toEqual([]);
    expect(allStarts(settings, { ...LISTING, gone: true }, NOW)).toEqual([]);
  });

  test('is over at its end', () => {
    const settings = settingsWith({ openHouses: [OPEN] });
    const at = (text: string) => Date.parse(text);
    expect(allStarts(settings, LISTING, at('2026-12-05T09:10:00Z'))).toEqual([TIMES[1]]);
    expect(openHousesOf(settings, 7, at('2026-12-05T09:59:00Z'))).toHaveLength(1);
    expect(openHousesOf(settings, 7, at('2026-12-05T10:00:00Z'))).toEqual([]);
    expect(isBookable(settings, LISTING, at('2026-12-05T10:00:00Z'))).toBe(false);
  });

  test('takes as many visitors at a time as it says, and a viewing as many as before', () => {
    const settings = settingsWith({ openHouses: [OPEN], hours: { Monday: [{ from: '10:00', to: '10:30' }] } });
    expect([viewingOf(settings, 7, TIMES[0]).capacity, viewingOf(settings, 7).capacity]).toEqual([8, 1]);
    const seat = { cell: TIMES[0]!, propertyId: '7', startsAt: TIMES[0]! };
    const taken = [seat, { ...seat, cell: '2026-12-05T09:15:00.000Z' }];
    expect(freeStarts(settings, LISTING, taken, NOW)).toEqual([
      { startsAt: '2026-11-23T09:00:00.000Z', seats: 1 },
      { startsAt: TIMES[0], seats: 7, isOpenHouse: true },
      { startsAt: TIMES[1], seats: 8, isOpenHouse: true },
    ]);
  });

  test('keeps its times from viewings of its own, and from those of other properties of its agent', () => {
    const hours = { Saturday: [{ from: '09:30', to: '11:30' }] };
    const settings = settingsWith({ openHouses: [OPEN] }, { hours, horizonDays: 20 });
    const day = (starts: string[]) => starts.filter((start) => start.startsWith('2026-12-05'));
    expect(day(allStarts(settings, LISTING, NOW))).toEqual([
      ...['2026-12-05T08:30:00.000Z', ...TIMES, '2026-12-05T10:00:00.000Z'],
    ]);
    const busy = openHousesOf(settings, 7, NOW);
    expect(day(allStarts(settings, { ...LISTING, id: 8 }, NOW, busy))).toEqual([
      ...['2026-12-05T08:30:00.000Z', '2026-12-05T10:00:00.000Z'],
    ]);
  });

  test('is known by the start of a viewing', () => {
    const settings = settingsWith({ openHouses: [OPEN] });
    expect(openHouseAt(settings, 7, TIMES[1]!)).toMatchObject({ capacity: 8 });
    expect([openHouseAt(settings, 7, '2026-12-05T10:00:00.000Z'), openHouseAt(settings, 8, TIMES[0]!)]).toEqual([
      ...[null, null],
    ]);
  });

  test('that ends before it begins is refused', () => {
    expect(() => settingsWith({ openHouses: [{ ...OPEN, to: '09:00' }] })).toThrow('The end must come after the start');
  });
});
