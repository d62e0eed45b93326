import { formatDate, formatDateInWords, parseDate } from '../../i18n/format.ts';

const TIME = new Intl.DateTimeFormat('nl-BE', { timeZone: 'Europe/Brussels', hour: '2-digit', minute: '2-digit' });

/**
 * A moment as day and time in Brussels, with the day in words if a language is given; a date without a time stays a
 * date.
 * @example when('2026-11-24T13:00:00.000Z') // '24-11-2026, 14:00'
 */
export function when(value: string, language?: string): string {
  const moment = parseDate(value);
  if (!moment) return '';
  const day = language ? formatDateInWords(value, language) : formatDate(value);
  return value.length > 10 ? `${day}, ${TIME.format(moment)}` : day;
}
