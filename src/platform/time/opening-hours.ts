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
  const rows = Map.groupBy(DAYS.keys(), (day) => hoursOf(DAYS[day]!).join(', '));
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
