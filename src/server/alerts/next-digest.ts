import type { AlertSettings } from '../../domain/alert-settings.ts';
import { WEEKDAYS } from '../../domain/appointment-settings.ts';
import { dayOf } from '../../domain/visit-slots.ts';
import { parseDate } from '../../i18n/format.ts';

const DAY_MS = 86_400_000;

/** When a search of this frequency is told next, in milliseconds since 1970; the hour is that of Brussels, clock changes included. */
export function nextDigestMs(
  frequency: 'instantly' | 'daily' | 'weekly',
  { digestHour, digestDay }: Pick<AlertSettings, 'digestHour' | 'digestDay'>,
  nowMs: number,
): number {
  if (frequency === 'instantly') return nowMs;
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const day = dayOf(nowMs + ahead * DAY_MS);
    if (frequency === 'weekly' && WEEKDAYS[new Date(`${day}T12:00:00Z`).getUTCDay()] !== digestDay) continue;
    const moment = parseDate(`${day} ${String(digestHour).padStart(2, '0')}:00`)?.getTime() ?? 0;
    if (moment > nowMs) return moment;
  }
  return nowMs + DAY_MS;
}
