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
