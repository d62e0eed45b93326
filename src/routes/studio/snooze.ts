import { brusselsDay } from '../../domain/time/brussels-day.ts';
import { formatDate, parseDate } from '../../i18n/format.ts';

const DAY_MS = 86_400_000;
const CHOICES = [1, 3, 7, 14] as const;

/** Days until which a lead can be snoozed, with their dates; it is open again at eight in the morning. */
export function snoozeChoices(language: string, nowMs = Date.now()): { day: string; words: string }[] {
  return CHOICES.map((days) => {
    const day = brusselsDay(nowMs + days * DAY_MS);
    return { day, words: formatDate(day, language) };
  });
}

/** The moment of a chosen day; null for a day that is no date or has been. */
export function snoozedUntil(day: string, nowMs = Date.now()): string | null {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(day) ? parseDate(`${day} 08:00`) : null;
  return moment && moment.getTime() > nowMs ? moment.toISOString() : null;
}
