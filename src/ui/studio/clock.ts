const CLOCK = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels', hour: '2-digit', minute: '2-digit' });

/**
 * The time of day of a moment in Brussels.
 * @example clockIn('2026-11-24T09:30:00.000Z') // '10:30'
 */
export const clockIn = (moment: string): string => CLOCK.format(Date.parse(moment));
