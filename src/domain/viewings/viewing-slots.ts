import { parseDate } from '../../i18n/format.ts';
import { type ViewingSettings, WEEKDAYS } from '../settings/viewing-settings.ts';
import { brusselsDay } from '../time/brussels-day.ts';

/** A quarter of an hour of an agent that a viewing occupies; `startsAt` is the start of that viewing. */
export interface TakenCell {
  cell: string;
  propertyId: string;
  startsAt: string;
}

/** Who shows a property and whether it can be booked at all. */
export interface ViewedProperty {
  id: number;
  manager: string | null;
  gone: boolean;
}

const CELL_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The agent of properties that have no agent of their own. */
const AGENCY = 'agency';

/** The agent whose time a viewing of this property takes. */
export const agentOf = ({ manager }: Pick<ViewedProperty, 'manager'>): string => manager ?? AGENCY;

/** The number of visitors who may view this property at once, and the length of a viewing in minutes. */
export function viewingOf(settings: ViewingSettings, propertyId: number): { capacity: number; lengthMinutes: number } {
  const own = settings.properties[String(propertyId)];
  return { capacity: own?.capacity ?? settings.capacity, lengthMinutes: own?.lengthMinutes ?? settings.lengthMinutes };
}

/** Whether viewings of this property are booked by time; otherwise visitors request one. */
export function isBookable(settings: ViewingSettings, property: ViewedProperty): boolean {
  if (property.gone || settings.properties[String(property.id)]?.bookable === false) return false;
  return Object.values(hoursOf(settings, property)).some((spans) => (spans?.length ?? 0) > 0);
}

/** The quarters of an hour that a viewing occupies, as moments in UTC. */
export function cellsOf(startsAt: string, lengthMinutes: number): string[] {
  const start = Date.parse(startsAt);
  return Array.from({ length: lengthMinutes / 15 }, (_, at) => new Date(start + at * CELL_MS).toISOString());
}

/**
 * Every start of a viewing that opening hours allow, in UTC, regardless of viewings that are booked; Brussels clock
 * changes included.
 */
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
    const date = brusselsDay(nowMs + day * DAY_MS);
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
 * The starts at which a viewing can still be booked: no viewing yet, or one of the same property and start with seats
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

/** Milliseconds of a local time in Brussels. */
const moment = (date: string, time: string): number => parseDate(`${date} ${time}`)?.getTime() ?? Number.NaN;

/** Where visitors and agent meet for a viewing. */
export const placeOf = (propertyId: string, settings: ViewingSettings): 'property' | 'office' =>
  settings.properties[propertyId]?.place ?? settings.place;
