import { parseDate } from '../../i18n/format.ts';
import { itemAt } from '../values/values.ts';
import { brusselsDay } from './days.ts';

/** A span of opening hours: names of days, and clock times in Brussels such as "09:00". */
interface OfficeSpan {
  days: readonly string[];
  opens: string;
  closes: string;
}

const DAY_MS = 86_400_000;
const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Counted for an agency that names no opening hours. */
const USUAL: readonly OfficeSpan[] = [{ days: NAMES.slice(1, 6), opens: '09:00', closes: '18:00' }];
/** Older leads are late in any case. */
const MOST_DAYS = 60;
const MOST_KEPT = 1000;
const moments = new Map<string, number>();

/**
 * Milliseconds of a clock time in Brussels; finding out takes long, and the same days are asked for again and again.
 */
function momentOf(date: string, time: string): number {
  const text = `${date} ${time}`;
  const known = moments.get(text);
  if (known !== undefined) return known;
  if (moments.size >= MOST_KEPT) moments.clear();
  const moment = parseDate(text)?.getTime() ?? Number.NaN;
  moments.set(text, moment);
  return moment;
}

/**
 * The minutes between two moments (milliseconds since 1970) in which the office was open. Days on which it is closed
 * count as closed.
 * @example officeMinutesBetween([], friday17h, monday10h) // 120, with the usual hours from 9 to 18
 */
export function officeMinutesBetween(
  hours: readonly OfficeSpan[],
  fromMs: number,
  toMs: number,
  closedDays: readonly string[] = [],
): number {
  const spans = hours.length > 0 ? hours : USUAL;
  let minutes = 0;
  const days = Math.min(Math.ceil((toMs - fromMs) / DAY_MS) + 1, MOST_DAYS);
  const seen = new Set<string>();
  for (let day = 0; day <= days; day += 1) {
    const date = brusselsDay(Math.min(fromMs + day * DAY_MS, toMs));
    if (seen.has(date) || closedDays.includes(date)) continue;
    seen.add(date);
    const name = itemAt(NAMES, new Date(`${date}T12:00:00Z`).getUTCDay());
    for (const { opens, closes } of spans.filter(({ days: open }) => open.includes(name))) {
      const start = Math.max(fromMs, momentOf(date, opens));
      const end = Math.min(toMs, momentOf(date, closes));
      if (end > start) minutes += (end - start) / 60_000;
    }
  }
  return Math.round(minutes);
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type Day = (typeof DAYS)[number];

/** A span of opening hours, such as 09:00 to 12:00 on some days. */
interface Span {
  days: readonly Day[];
  opens: string;
  closes: string;
}

/** Days with the same hours, as runs of days that follow each other; 0 is Monday. */
interface DaysAlike {
  runs: readonly (readonly [first: number, last: number])[];
  hours: readonly string[];
}

/**
 * Opening hours as people write them: one row for all days with the same hours, a range only for days in a row.
 * @example openingRows([{ days: ['Wednesday', 'Saturday'], opens: '09:00', closes: '12:00' }])
 * // [{ runs: [[2, 2], [5, 5]], hours: ['09:00–12:00'] }]
 */
export function openingRows(spans: readonly Span[]): DaysAlike[] {
  const hoursOf = (day: Day) =>
    spans
      .filter(({ days }) => days.includes(day))
      .map(({ opens, closes }) => `${opens}–${closes}`)
      .sort();
  const rows = Map.groupBy(DAYS.keys(), (day) => hoursOf(itemAt(DAYS, day)).join(', '));
  rows.delete('');
  return [...rows].map(([hours, days]) => ({ runs: runsOf(days), hours: hours.split(', ') }));
}

const runsOf = (days: readonly number[]): [number, number][] =>
  days.reduce<[number, number][]>((runs, day) => {
    const last = runs.at(-1);
    if (last?.[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
    return runs;
  }, []);

/** The minutes of an open day of an office, the middle of its week. */
export function minutesOfOpenDay(hours: readonly OfficeSpan[]): number {
  const spans = hours.length > 0 ? hours : USUAL;
  const lengths = spans.map(({ days, opens, closes }) => days.length * (minutesIn(closes) - minutesIn(opens)));
  const days = new Set(spans.flatMap((span) => span.days));
  return lengths.reduce((sum, length) => sum + length, 0) / days.size;
}

const minutesIn = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
