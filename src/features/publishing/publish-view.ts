import type { Translate } from '../../i18n/label-key.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { clockIn, formatDay } from '../../ui/studio/dates.ts';

/** A publish that waits or runs, or how the last one ended. */
export interface ShownRun {
  isBusy: boolean;
  words: string;
  phase: 'waiting' | 'running' | 'ended' | 'killed' | 'lost';
  kind: 'publish' | 'rollback';
  by: string;
  done?: number | undefined;
  all?: number | undefined;
  ended: ({ at: string; ok: true } | { at: string; ok: false; message: string }) | null;
}

/** A file that is not published as it is. */
export interface ShownChange {
  file: string;
  title: string;
  kind: string;
  href: string | null;
  history: string | null;
  note: string | null;
  fields: { field: string; before: string; after: string }[];
  moreFields: number;
  by: string;
  at: string | null;
}

/** A finding of the content check; `detail` is English. */
export interface ShownFinding {
  sentence: string;
  title: string;
  kind: string;
  field: string;
  href: string | null;
  found: string;
  meant: string;
  detail: string;
}

/**
 * A moment of the past in the words of a language: the time of day, with the day when it was not today.
 * @example momentWords('2026-11-24T09:30:00Z', 'en', t, Date.parse('2026-11-24T12:00:00Z')) // 'today 10:30'
 */
export function momentWords(moment: string, language: string, t: Translate, nowMs = Date.now()): string {
  const day = brusselsDay(Date.parse(moment));
  const isToday = day === brusselsDay(nowMs);
  return `${isToday ? t('PUBLISH_TODAY') : formatDay(day, language, 'short')} ${clockIn(moment)}`;
}
