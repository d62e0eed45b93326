import { formatDate, parseDate } from '../../i18n/format.ts';

const TIME = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels', hour: '2-digit', minute: '2-digit' });

/**
 * A moment as day and time in Brussels; a day alone stays a day.
 * @example when('2026-11-24T13:00:00.000Z') // '24-11-2026, 14:00'
 */
export function when(value: string): string {
  const moment = parseDate(value);
  if (!moment) return '';
  return value.length > 10 ? `${formatDate(value)}, ${TIME.format(moment)}` : formatDate(value);
}
