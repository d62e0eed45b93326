import type { Translate } from '../../../i18n/label-key.ts';
import type { Language } from '../../../i18n/languages.ts';
import { dayInWords, timeInWords } from '../../catalogue/site/plain-text.ts';

/** Free times of a viewing as choices under their day: value in UTC, label in Brussels time. */
export function viewingChoices(
  slots: readonly { startsAt: string; seats: number }[],
  language: Language,
  t: Translate,
) {
  const days = Map.groupBy(slots, ({ startsAt }) => dayInWords(startsAt, language));
  return [...days].flatMap(([day, times]) =>
    times.map(({ startsAt, seats }) => ({
      value: startsAt,
      label:
        seats > 1
          ? `${timeInWords(startsAt)}, ${t('APPOINTMENT_SEATS_LEFT', { count: seats })}`
          : timeInWords(startsAt),
      group: `${day}: ${t('APPOINTMENT_TIMES', { count: times.length })}`,
    })),
  );
}
