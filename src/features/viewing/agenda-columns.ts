import { brusselsDay } from '../../platform/time/days.ts';
import { itemAt } from '../../platform/values/values.ts';
import { type ViewingSettings, weekdayOf } from './settings.ts';

/** A span of a day in minutes since midnight in Brussels. */
export interface Span {
  from: number;
  to: number;
}

/** Where something is in a column of the agenda; `lane`: beside others at the same time, 0 when it is alone. */
export interface Place extends Span {
  lane: number;
}

/** A viewing as far as the agenda places it. */
interface PlacedViewing {
  id: string;
  starts_at: string;
  ends_at: string;
  state: string;
  agent_id: string;
}

/** A column of the agenda: a day, of one agent or of all. */
export interface AgendaColumn<V extends PlacedViewing> {
  day: string;
  /** Null: all agents. */
  agent: string | null;
  viewings: { viewing: V; place: Place }[];
  lanes: number;
  /** The hours in which viewings can be booked. */
  open: Span[];
  /** The open hours without a viewing; empty for a column of all agents. */
  free: Span[];
}

/** The agenda shows no hours before and after these. */
const [FIRST, LAST] = [6 * 60, 22 * 60];
const MOST_LANES = 6;

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Minutes since midnight of a text such as "09:30". */
const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** Minutes since midnight in Brussels of a moment. */
export const brusselsMinutes = (moment: string): number => minutesOf(CLOCK.format(Date.parse(moment)));

/** The hours of a day in which viewings can be booked: of an agent, or of the agency when it is null. */
export function openSpans(settings: ViewingSettings, agent: string | null, day: string): Span[] {
  const own = agent === null ? undefined : settings.agents[agent];
  if (settings.closedDays.includes(day) || own?.closedDays.includes(day)) return [];
  return ((own?.hours ?? settings.hours)[weekdayOf(day)] ?? []).map(({ from, to }) => ({
    from: minutesOf(from),
    to: minutesOf(to),
  }));
}

/**
 * What remains of spans without those that are taken.
 * @example freeSpans([{ from: 540, to: 720 }], [{ from: 540, to: 600 }]) // [{ from: 600, to: 720 }]
 */
export function freeSpans(open: readonly Span[], taken: readonly Span[]): Span[] {
  const ordered = taken.toSorted((a, b) => a.from - b.from);
  return open.flatMap(({ from, to }) => {
    const left: Span[] = [];
    let at = from;
    for (const span of ordered) {
      if (span.to <= at || span.from >= to) continue;
      if (span.from > at) left.push({ from: at, to: span.from });
      at = span.to;
    }
    return at < to ? [...left, { from: at, to }] : left;
  });
}

const HOUR = 60;

/** The hours of spans in which a viewing can be planned, from a minute of the day on; whole hours where they can be. */
export function hoursIn(spans: readonly Span[], after = 0): Span[] {
  return spans.flatMap(({ from, to }) => {
    const hours: Span[] = [];
    for (let at = from; at < to; at = Math.min(to, (Math.floor(at / HOUR) + 1) * HOUR))
      hours.push({ from: at, to: Math.min(to, (Math.floor(at / HOUR) + 1) * HOUR) });
    return hours.filter((hour) => hour.from >= after);
  });
}

/** Places spans that overlap beside each other: the first lane that is free at that time. */
export function placed(spans: readonly Span[]): { places: Place[]; lanes: number } {
  const ends: number[] = [];
  const places = spans.map((span): Place => {
    const isAlone = spans.every((other) => other === span || other.to <= span.from || other.from >= span.to);
    if (isAlone) return { ...span, lane: 0 };
    const found = ends.findIndex((end) => end <= span.from);
    const lane = Math.min(found < 0 ? ends.length : found, MOST_LANES - 1);
    ends[lane] = span.to;
    return { ...span, lane: lane + 1 };
  });
  return { places, lanes: Math.max(1, ends.length) };
}

/**
 * The columns of an agenda: a day each, or for a single day of all agents one for each of `agents` and for whoever has
 * a viewing.
 */
export function agendaColumns<V extends PlacedViewing>(
  viewings: readonly V[],
  {
    days,
    agent,
    agents = [],
    settings,
  }: { days: readonly string[]; agent: string | null; agents?: readonly string[]; settings: ViewingSettings },
): AgendaColumn<V>[] {
  const byDay = Map.groupBy(viewings, ({ starts_at }) => brusselsDay(Date.parse(starts_at)));
  const [only, ...others] = days;
  const busy = [...new Set([...agents, ...viewings.map(({ agent_id }) => agent_id)])];
  if (only && others.length === 0 && agent === null && busy.length > 0)
    return busy.map((one) =>
      columnOf(
        viewings.filter(({ agent_id }) => agent_id === one),
        only,
        one,
      ),
    );
  return days.map((day) => columnOf(byDay.get(day) ?? [], day, agent));

  function columnOf(own: readonly V[], day: string, of: string | null): AgendaColumn<V> {
    const spanOf = ({ starts_at, ends_at }: V): Span => {
      const from = brusselsMinutes(starts_at);
      return { from, to: from + (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000 };
    };
    const shown = own.map((viewing) => ({ viewing, span: spanOf(viewing) }));
    const { places, lanes } = placed(shown.map(({ span }) => span));
    const open = openSpans(settings, of, day);
    const taken = shown.filter(({ viewing }) => viewing.state !== 'cancelled').map(({ span }) => span);
    return {
      ...{ day, agent: of, lanes, open, free: of === null ? [] : freeSpans(open, taken) },
      viewings: shown.map(({ viewing }, at) => ({ viewing, place: itemAt(places, at) })),
    };
  }
}

/** The first and last whole hour that columns need. */
export function hoursShown(columns: readonly Pick<AgendaColumn<PlacedViewing>, 'viewings' | 'open'>[]): {
  first: number;
  last: number;
} {
  const spans = columns.flatMap(({ viewings, open }) => [...viewings.map(({ place }) => place), ...open]);
  const [from, to] = [
    Math.min(9 * 60, ...spans.map((span) => span.from)),
    Math.max(...spans.map(({ to }) => to), 1020),
  ];
  return { first: Math.floor(Math.max(FIRST, from) / 60), last: Math.ceil(Math.min(LAST, to) / 60) };
}

/** The classes that place something in a column: its hour and quarter, how many of them it lasts, and its lane. */
export function placeClasses({ from, to, lane }: Span & { lane?: number }): string {
  const start = Math.min(Math.max(FIRST, from), LAST - 15);
  const quarters = Math.max(1, Math.ceil((Math.min(LAST, to) - start) / 15));
  const [hour, quarter] = [Math.floor(start / 60), Math.floor((start % 60) / 15)];
  const classes = `h${hour} q${quarter} d${Math.floor(quarters / 4)} e${quarters % 4}`;
  return lane === undefined ? classes : `${classes} lane${lane}`;
}

/** A time of day in words. @example clockOf(570) // '09:30' */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
