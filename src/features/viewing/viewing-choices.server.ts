import { formatTime, formatWeekday } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelled } from '../../i18n/labelled.ts';
import type { Language } from '../../i18n/languages.ts';

const capitalised = (text: string, language: Language) => text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);

/** Free times of a viewing as choices under their day: value in UTC, label in Brussels time. */
export function viewingChoices(
  slots: readonly { startsAt: string; seats: number; isOpenHouse?: true }[],
  language: Language,
  t: Translate,
) {
  const days = Map.groupBy(slots, ({ startsAt }) => formatWeekday(startsAt, language));
  return [...days].flatMap(([day, times]) =>
    times.map(({ startsAt, seats, isOpenHouse }) => ({
      value: startsAt,
      label: [
        formatTime(startsAt, language),
        isOpenHouse && t('OPEN_HOUSE').toLocaleLowerCase(language),
        seats > 1 && t('APPOINTMENT_SEATS_LEFT', { count: seats }),
      ]
        .filter((part) => typeof part === 'string')
        .join(', '),
      group: capitalised(day, language),
      groupNote: labelled('', t('APPOINTMENT_TIMES', { count: times.length }), language),
    })),
  );
}
