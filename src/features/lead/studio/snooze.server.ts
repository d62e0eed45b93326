import { parseDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { brusselsDay } from '../../../platform/time/brussels-day.ts';
import { untilWords } from '../../../ui/studio/until-words.ts';

const DAY_MS = 86_400_000;
/** A snoozed lead is open again at these times. */
const [MORNING, EVENING] = ['09:00', '18:00'];

/** Until when a lead can be snoozed by one press: this evening, tomorrow, Monday; each once, none that has been. */
export function snoozeChoices(language: string, t: Translate, nowMs = Date.now()): { until: string; words: string }[] {
  const dayAfter = (days: number) => brusselsDay(nowMs + days * DAY_MS);
  const toMonday = Array.from({ length: 7 }, (_, at) => at + 1).find(
    (days) => new Date(`${dayAfter(days)}T12:00:00Z`).getUTCDay() === 1,
  )!;
  const choices = new Set([
    `${dayAfter(0)} ${EVENING}`,
    `${dayAfter(1)} ${MORNING}`,
    `${dayAfter(toMonday)} ${MORNING}`,
  ]);
  return [...choices].flatMap((until) => {
    const moment = snoozedUntil(until, nowMs);
    if (!moment) return [];
    const words = untilWords(moment, language, t, nowMs);
    return { until, words: words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1) };
  });
}

/** The moment of a choice, or of a day at nine in the morning; null for one that cannot be read or has been. */
export function snoozedUntil(until: string, nowMs = Date.now()): string | null {
  const [, day, clock = MORNING] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(until) ?? [];
  const moment = day ? parseDate(`${day} ${clock}`) : null;
  return moment && moment.getTime() > nowMs ? moment.toISOString() : null;
}
