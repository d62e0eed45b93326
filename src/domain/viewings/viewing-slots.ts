import { parseDate } from '../../i18n/format.ts';
import { type ViewingSettings, WEEKDAYS } from '../settings/viewing-settings.ts';

/** A quarter of an hour of an agent that a visit occupies; `startsAt` is when that visit begins. */
export interface TakenCell {
  cell: string;
  propertyId: string;
  startsAt: string;
}

/** Who shows a home and whether it can be booked at all. */
export interface ViewedProperty {
  id: number;
  manager: string | null;
  gone: boolean;
}

const CELL_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Whose time is taken when a home has no agent of its own. */
const AGENCY = 'agency';

/** The agent whose time a visit of this home takes. */
export const agentOf = ({ manager }: Pick<ViewedProperty, 'manager'>): string => manager ?? AGENCY;

/** How many visitors may come to this home at once, and for how many minutes. */
export function viewingOf(settings: ViewingSettings, propertyId: number): { capacity: number; lengthMinutes: number } {
  const own = settings.properties[String(propertyId)];
  return { capacity: own?.capacity ?? settings.capacity, lengthMinutes: own?.lengthMinutes ?? settings.lengthMinutes };
}

/** Whether visits of this home are booked by time; otherwise a visitor asks for one. */
export function isBookable(settings: ViewingSettings, property: ViewedProperty): boolean {
  if (property.gone || settings.properties[String(property.id)]?.bookable === false) return false;
  return Object.values(hoursOf(settings, property)).some((spans) => (spans?.length ?? 0) > 0);
}

/** The quarters of an hour that a visit occupies, as moments in UTC. */
export function cellsOf(startsAt: string, lengthMinutes: number): string[] {
  const start = Date.parse(startsAt);
  return Array.from({ length: lengthMinutes / 15 }, (_, at) => new Date(start + at * CELL_MS).toISOString());
}

/** Every start of a visit that opening hours allow, in UTC, whoever else comes; clock changes of Brussels included. */
export function allStarts(settings: ViewingSettings, property: ViewedProperty, nowMs: number): string[] {
  if (!isBookable(settings, property)) return [];
  const { lengthMinutes } = viewingOf(settings, property.id);
  const hours = hoursOf(settings, property);
  const closed = new Set([
    ...settings.closedDays,
    ...(settings.agents[agentOf(property)]?.closedDays ?? []),
    ...(settings.properties[String(property.id)]?.closedDays ?? []),
  ]);
  const earliest = nowMs + settings.leadHours * HOUR_MS;
  const starts: string[] = [];
  for (let day = 0; day <= settings.horizonDays; day += 1) {
    const date = dayOf(nowMs + day * DAY_MS);
    if (closed.has(date)) continue;
    const weekday = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()]!;
    for (const { from, to } of hours[weekday] ?? []) {
      const end = moment(date, to) - lengthMinutes * 60_000;
      for (let start = moment(date, from); start <= end; start += lengthMinutes * 60_000)
        if (start >= earliest) starts.push(new Date(start).toISOString());
    }
  }
  return starts;
}

/**
 * The starts at which a visit can still be booked: nobody there, or others for the same home and start while seats are
 * left.
 */
export function freeStarts(
  settings: ViewingSettings,
  property: ViewedProperty,
  taken: readonly TakenCell[],
  nowMs: number,
): { startsAt: string; seats: number }[] {
  const { capacity, lengthMinutes } = viewingOf(settings, property.id);
  const byCell = Map.groupBy(taken, ({ cell }) => cell);
  return allStarts(settings, property, nowMs).flatMap((startsAt) => {
    const there = cellsOf(startsAt, lengthMinutes).map((cell) => byCell.get(cell) ?? []);
    const others = there.flat().some((one) => one.propertyId !== String(property.id) || one.startsAt !== startsAt);
    const seats = capacity - Math.max(...there.map(({ length }) => length));
    return others || seats < 1 ? [] : [{ startsAt, seats }];
  });
}

function hoursOf(settings: ViewingSettings, property: ViewedProperty): ViewingSettings['hours'] {
  return settings.properties[String(property.id)]?.hours ?? settings.agents[agentOf(property)]?.hours ?? settings.hours;
}

const BRUSSELS_DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels', dateStyle: 'short' });

/** The day it is in Brussels at a moment, such as 2026-11-24. */
export const dayOf = (ms: number): string => BRUSSELS_DAY.format(ms);

/** Milliseconds of a time of the clock in Brussels. */
const moment = (date: string, time: string): number => parseDate(`${date} ${time}`)?.getTime() ?? Number.NaN;
