import { formatDate, formatDateInWords, formatTime, parseDate } from '../../../i18n/format.ts';

/**
 * A moment as day and time in Brussels; a date without a time stays a date.
 * @example when('2026-11-24T13:00:00.000Z', 'nl') // '24-11-2026, 14:00'
 */
export function when(value: string, language: string, { inWords = false } = {}): string {
  const moment = parseDate(value);
  if (!moment) return '';
  const day = inWords ? formatDateInWords(value, language) : formatDate(value, language);
  return value.length > 10 ? `${day}, ${formatTime(moment.toISOString(), language)}` : day;
}
