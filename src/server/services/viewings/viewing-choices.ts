import { formatTime, formatWeekday } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { Language } from '../../../i18n/languages.ts';

const capitalised = (text: string, language: Language) => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Free times of a viewing as choices under their day: value in UTC, label in Brussels time. */
export function viewingChoices(
  slots: readonly { startsAt: string; seats: number }[],
  language: Language,
  t: Translate,
) {
  const days = Map.groupBy(slots, ({ startsAt }) => formatWeekday(startsAt, language));
  return [...days].flatMap(([day, times]) =>
    times.map(({ startsAt, seats }) => ({
      value: startsAt,
      label:
        seats > 1
          ? `${formatTime(startsAt, language)}, ${t('APPOINTMENT_SEATS_LEFT', { count: seats })}`
          : formatTime(startsAt, language),
      group: labelled(capitalised(day, language), t('APPOINTMENT_TIMES', { count: times.length }), language),
    })),
  );
}
