import { expect, test } from 'vitest';
import {
  agendaColumns,
  brusselsMinutes,
  freeSpans,
  hoursShown,
  openSpans,
  placeClasses,
  placed,
} from '../../src/features/viewing/agenda-columns.ts';
import { viewingSettings } from '../../src/features/viewing/settings.ts';

const settings = viewingSettings.parse({
  hours: { Monday: [{ from: '09:30', to: '12:00' }], Tuesday: [{ from: '13:00', to: '17:00' }] },
  closedDays: ['2026-12-01'],
  agents: { els: { hours: { Monday: [{ from: '10:00', to: '11:00' }] }, closedDays: ['2026-12-07'] } },
});
const MONDAY = '2026-11-30';
const viewing = (id: string, clock: string, agent_id = 'els', state = 'confirmed') => ({
  id,
  agent_id,
  state,
  starts_at: `${MONDAY}T${clock}:00.000Z`,
  ends_at: new Date(Date.parse(`${MONDAY}T${clock}:00.000Z`) + 30 * 60_000).toISOString(),
});

test('the open hours of a day are those of the agent, else of the agency, and none on a closed day', () => {
  expect(openSpans(settings, null, MONDAY)).toEqual([{ from: 570, to: 720 }]);
  expect(openSpans(settings, 'els', MONDAY)).toEqual([{ from: 600, to: 660 }]);
  expect(openSpans(settings, 'bram', MONDAY)).toEqual([{ from: 570, to: 720 }]);
  expect(openSpans(settings, 'els', '2026-12-07')).toEqual([]);
  expect(openSpans(settings, null, '2026-12-01')).toEqual([]);
});

test('what is free is what is open without what is taken', () => {
  const open = [
    { from: 540, to: 720 },
    { from: 780, to: 900 },
  ];
  expect(freeSpans(open, [])).toEqual(open);
  expect(freeSpans(open, [{ from: 500, to: 1000 }])).toEqual([]);
  const taken = [
    { from: 840, to: 960 },
    { from: 570, to: 600 },
    { from: 585, to: 630 },
  ];
  expect(freeSpans(open, taken)).toEqual([
    { from: 540, to: 570 },
    { from: 630, to: 720 },
    { from: 780, to: 840 },
  ]);
});

test('viewings at one time are beside each other, one that is alone is as wide as its column', () => {
  const { places, lanes } = placed([
    { from: 540, to: 570 },
    { from: 540, to: 600 },
    { from: 570, to: 600 },
    { from: 700, to: 730 },
  ]);
  expect(places.map(({ lane }) => lane)).toEqual([1, 2, 1, 0]);
  expect(lanes).toBe(2);
});

test('a single day of all agents has a column per agent, a week a column per day', () => {
  const viewings = [viewing('a', '09:00'), viewing('b', '09:00', 'bram'), viewing('c', '09:30', 'els', 'cancelled')];
  const day = agendaColumns(viewings, { days: [MONDAY], agent: null, settings });
  expect(day.map(({ agent }) => agent)).toEqual(['els', 'bram']);
  // A viewing that was cancelled leaves its time free: 10:30 to 11:00 in Brussels.
  expect(day[0]!.free).toEqual([{ from: 630, to: 660 }]);
  const week = agendaColumns(viewings, { days: [MONDAY, '2026-12-01'], agent: null, settings });
  expect(week.map(({ day, viewings }) => [day, viewings.length])).toEqual([
    [MONDAY, 3],
    ['2026-12-01', 0],
  ]);
  expect(hoursShown(week)).toEqual({ first: 9, last: 17 });
  expect(hoursShown(agendaColumns([viewing('z', '19:45')], { days: [MONDAY], agent: 'els', settings }))).toEqual({
    first: 9,
    last: 22,
  });
});

test('the time of day is that of Brussels, also after the clock has changed', () => {
  expect(brusselsMinutes('2026-11-30T09:00:00.000Z')).toBe(600);
  expect(brusselsMinutes('2026-07-01T09:00:00.000Z')).toBe(660);
});

test.each([
  [{ from: 570, to: 600 }, 'h9 q2 d0 e2'],
  [{ from: 600, to: 690 }, 'h10 q0 d1 e2'],
  [{ from: 60, to: 120 }, 'h6 q0 d0 e1'],
  [{ from: 1425, to: 1440 }, 'h21 q3 d0 e1'],
  [{ from: 570, to: 600, lane: 2 }, 'h9 q2 d0 e2 lane2'],
])('%o is placed by %s', (span, classes) => {
  expect(placeClasses(span)).toBe(classes);
});
