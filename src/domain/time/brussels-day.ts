const DAY = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The day of a moment in Brussels.
 * @example brusselsDay(new Date('2026-11-20T23:30:00Z')) // '2026-11-21'
 */
export function brusselsDay(moment: Date): string {
  return DAY.format(moment);
}
