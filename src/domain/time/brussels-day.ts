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
