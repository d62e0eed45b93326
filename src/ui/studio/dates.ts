import type { Translate } from '../../i18n/label-key.ts';
import { brusselsDay } from '../../platform/time/days.ts';

const CLOCK = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels', hour: '2-digit', minute: '2-digit' });

/**
 * The time of day of a moment in Brussels.
 * @example clockIn('2026-11-24T09:30:00.000Z') // '10:30'
 */
export const clockIn = (moment: string): string => CLOCK.format(Date.parse(moment));

/**
 * A day with its name.
 * @example formatDay('2026-11-24', 'en') // 'Tuesday 24 November'
 * @example formatDay('2026-11-24', 'nl', 'short') // 'di 24 nov'
 */
export const formatDay = (day: string, language: string, length: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(`${language}-BE`, {
    ...{ weekday: length, day: 'numeric', month: length, timeZone: 'UTC' },
  }).format(Date.parse(`${day}T12:00:00Z`));

const DAY_MS = 86_400_000;
const EVENING = '17:00';

/**
 * A moment to come in the words of a language: the evening of today, tomorrow, the weekday within a week, else the day.
 * @example untilWords('2026-11-25T08:00:00Z', 'en', t, Date.parse('2026-11-24T10:00:00Z')) // 'tomorrow 09:00'
 */
export function untilWords(moment: string, language: string, t: Translate, nowMs = Date.now()): string {
  const [day, clock] = [brusselsDay(Date.parse(moment)), clockIn(moment)];
  const days = Math.round((Date.parse(day) - Date.parse(brusselsDay(nowMs))) / DAY_MS);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (days === 0 && clock >= EVENING) return `${t('STUDIO_THIS_EVENING')} ${clock}`;
  if (days === 0 || days === 1) return `${relative.format(days, 'day')} ${clock}`;
  if (days > 1 && days < 7) return `${weekdayOf(day, language)} ${clock}`;
  return `${formatDay(day, language)} ${clock}`;
}

const weekdayOf = (day: string, language: string): string =>
  new Intl.DateTimeFormat(`${language}-BE`, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  );
