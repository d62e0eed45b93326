import { parseDate } from '../../../i18n/format.ts';
import type { StaffEventFilter } from '../staff-events.server.ts';

const DAY_MS = 86_400_000;

/** The filter in the address of the audit; what cannot be read does not count. */
export function auditFilterOf(query: URLSearchParams): StaffEventFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, 60) || undefined;
  const until = midnight(text('until'));
  return {
    who: text('who'),
    action: text('what'),
    fromMs: midnight(text('from')),
    // The last day is part of it; a day on which the clock changes has 23 or 25 hours.
    untilMs: until === undefined ? undefined : midnight(new Date(until + 1.5 * DAY_MS).toISOString().slice(0, 10)),
    before: text('before'),
  };
}

/** The beginning of a day in Brussels. */
function midnight(day: string | undefined): number | undefined {
  return day && /^\d{4}-\d\d-\d\d$/.test(day) ? parseDate(`${day} 00:00`)?.getTime() : undefined;
}
