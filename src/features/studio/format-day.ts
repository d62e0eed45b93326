/**
 * A day with its name.
 * @example formatDay('2026-11-24', 'en') // 'Tuesday 24 November'
 */
export const formatDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(`${language}-BE`, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  );
