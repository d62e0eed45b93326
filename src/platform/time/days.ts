const DAY = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The day in Brussels at a moment (Date, or milliseconds since 1970).
 * @example brusselsDay(new Date('2026-11-20T23:30:00Z')) // '2026-11-21'
 */
export function brusselsDay(moment: Date | number): string {
  return DAY.format(moment);
}

const DAY_MS = 86_400_000;

/** Whether something of that date still counts as new today. */
export function isNew(created: string, forDays: number, today = new Date()): boolean {
  const age = today.getTime() - Date.parse(created.replace(' ', 'T'));
  return age >= 0 && age < forDays * DAY_MS;
}

/**
 * The same moment a number of months earlier; in a shorter month the 31st becomes its last day.
 * @example monthsBefore(Date.parse('2026-03-31T00:00:00Z'), 1).toISOString() // '2026-02-28T00:00:00.000Z'
 */
export function monthsBefore(nowMs: number, months: number): Date {
  const moment = new Date(nowMs);
  const day = moment.getUTCDate();
  moment.setUTCMonth(moment.getUTCMonth() - months);
  if (moment.getUTCDate() !== day) moment.setUTCDate(0);
  return moment;
}
