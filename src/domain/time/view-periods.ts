/** First days of the periods of the statistics; each counts from its first day until today. */
export interface ViewPeriods {
  today: string;
  week: string;
  month: string;
  /** First of the last 30 days, including today. */
  chart: string;
}

/**
 * The periods around a day; weeks begin on Monday.
 * @example viewPeriods('2026-11-21')
 * // { today: '2026-11-21', week: '2026-11-16', month: '2026-11-01', chart: '2026-10-23' }
 */
export function viewPeriods(today: string): ViewPeriods {
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return { today, week: dayBefore(today, weekday), month: `${today.slice(0, 8)}01`, chart: dayBefore(today, 29) };
}

/** The day a number of days before another. */
export function dayBefore(day: string, days: number): string {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - days);
  return moment.toISOString().slice(0, 10);
}
