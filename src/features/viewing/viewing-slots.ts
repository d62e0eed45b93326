import { parseDate } from '../../i18n/format.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { type ViewingSettings, weekdayOf } from './settings.ts';

/** A time at which a property is open to several visitors who have registered. */
export interface OpenHouse {
  /** Moments in UTC. */
  startsAt: string;
  endsAt: string;
  /** Number of visitors who may come at the same time. */
  capacity: number;
}

/** Whether two times overlap. */
export const overlaps = (one: Pick<OpenHouse, 'startsAt' | 'endsAt'>, other: Pick<OpenHouse, 'startsAt' | 'endsAt'>) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** Whether the settings name an open house of a property, past ones included. */
export const hasOpenHouses = ({ properties }: Pick<ViewingSettings, 'properties'>, propertyId: number): boolean =>
  (properties[String(propertyId)]?.openHouses.length ?? 0) > 0;

/** The open houses of a property that have not ended, earliest first. */
export function openHousesOf(
  { properties }: Pick<ViewingSettings, 'properties'>,
  propertyId: number,
  nowMs: number,
): OpenHouse[] {
  const now = new Date(nowMs).toISOString();
  return (properties[String(propertyId)]?.openHouses ?? [])
    .flatMap(({ date, from, to, capacity }) => {
      const [startsAt, endsAt] = [from, to].map((time) => parseDate(`${date} ${time}`)?.toISOString());
      return startsAt && endsAt && endsAt > now ? [{ startsAt, endsAt, capacity }] : [];
    })
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
}

/** The open house in which a viewing of a property starts; null for a viewing of its own. */
export function openHouseAt(
  settings: Pick<ViewingSettings, 'properties'>,
  propertyId: number,
  startsAt: string,
): OpenHouse | null {
  const houses = openHousesOf(settings, propertyId, 0);
  return houses.find((house) => house.startsAt <= startsAt && startsAt < house.endsAt) ?? null;
}

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

/** A viewing occupies whole quarters of an hour. */
export const CELL_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The agent of properties that have no agent of their own. */
const AGENCY = 'agency';

/** The agent whose time a viewing of this property takes. */
export const agentOf = ({ manager }: Pick<ViewedProperty, 'manager'>): string => manager ?? AGENCY;

/**
 * The number of visitors who may view this property at once, at a start of its own or at an open house, and the length
 * of a viewing in minutes.
 */
export function viewingOf(
  settings: ViewingSettings,
  propertyId: number,
  startsAt?: string,
): { capacity: number; lengthMinutes: number } {
  const own = settings.properties[String(propertyId)];
  const house = startsAt === undefined ? null : openHouseAt(settings, propertyId, startsAt);
  return {
    capacity: house?.capacity ?? own?.capacity ?? settings.capacity,
    lengthMinutes: own?.lengthMinutes ?? settings.lengthMinutes,
  };
}

/** Whether viewings of this property, or an open house, are booked by time; otherwise visitors request one. */
export function isBookable(settings: ViewingSettings, property: ViewedProperty, nowMs = Date.now()): boolean {
  if (property.gone) return false;
  if (openHousesOf(settings, property.id, nowMs).length > 0) return true;
  if (settings.properties[String(property.id)]?.bookable === false) return false;
  return Object.values(hoursOf(settings, property)).some((spans) => (spans?.length ?? 0) > 0);
}

/** The quarters of an hour that a viewing occupies, as moments in UTC. */
export function cellsOf(startsAt: string, lengthMinutes: number): string[] {
  const start = Date.parse(startsAt);
  return Array.from({ length: lengthMinutes / 15 }, (_, at) => new Date(start + at * CELL_MS).toISOString());
}

/**
 * Every start of a viewing that opening hours and open houses allow, in UTC, regardless of viewings that are booked;
 * Brussels clock changes included. `busy`: times at which the agent is at the open house of another property.
 */
export function allStarts(
  settings: ViewingSettings,
  property: ViewedProperty,
  nowMs: number,
  busy: readonly Pick<OpenHouse, 'startsAt' | 'endsAt'>[] = [],
): string[] {
  const { lengthMinutes } = viewingOf(settings, property.id);
  const length = lengthMinutes * 60_000;
  const houses = property.gone ? [] : openHousesOf(settings, property.id, nowMs);
  const open = houses.flatMap(({ startsAt, endsAt }) => stepsBetween(Date.parse(startsAt), Date.parse(endsAt), length));
  const taken = [...busy, ...houses];
  const own = ownStarts(settings, property, nowMs).filter(
    (startsAt) =>
      !taken.some((one) => overlaps(one, { startsAt, endsAt: new Date(Date.parse(startsAt) + length).toISOString() })),
  );
  return [...own, ...open.filter((startsAt) => Date.parse(startsAt) >= nowMs)].sort();
}

/** The starts of viewings one after the other between two moments in milliseconds, in UTC. */
function stepsBetween(from: number, to: number, length: number): string[] {
  const starts: string[] = [];
  for (let start = from; start + length <= to; start += length) starts.push(new Date(start).toISOString());
  return starts;
}

/** The starts that the hours of a property allow, without its open houses. */
function ownStarts(settings: ViewingSettings, property: ViewedProperty, nowMs: number): string[] {
  if (property.gone || settings.properties[String(property.id)]?.bookable === false) return [];
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
    for (const { from, to } of hours[weekdayOf(date)] ?? [])
      starts.push(...stepsBetween(moment(date, from), moment(date, to), lengthMinutes * 60_000));
  }
  return starts.filter((startsAt) => Date.parse(startsAt) >= earliest);
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
  busy: Parameters<typeof allStarts>[3] = [],
): { startsAt: string; seats: number; isOpenHouse?: true }[] {
  const byCell = Map.groupBy(taken, ({ cell }) => cell);
  return allStarts(settings, property, nowMs, busy).flatMap((startsAt) => {
    const { capacity, lengthMinutes } = viewingOf(settings, property.id, startsAt);
    const there = cellsOf(startsAt, lengthMinutes).map((cell) => byCell.get(cell) ?? []);
    const others = there.flat().some((one) => one.propertyId !== String(property.id) || one.startsAt !== startsAt);
    const seats = capacity - Math.max(...there.map(({ length }) => length));
    return others || seats < 1
      ? []
      : [{ startsAt, seats, ...(openHouseAt(settings, property.id, startsAt) && { isOpenHouse: true as const }) }];
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
