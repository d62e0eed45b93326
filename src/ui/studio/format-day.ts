/**
 * A day with its name.
 * @example formatDay('2026-11-24', 'en') // 'Tuesday 24 November'
 * @example formatDay('2026-11-24', 'nl', 'short') // 'di 24 nov'
 */
export const formatDay = (day: string, language: string, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(`${language}-BE`, {
    ...{ weekday: length, day: 'numeric', month: length, timeZone: 'UTC' },
  }).format(Date.parse(`${day}T12:00:00Z`));
