import { formatTime, formatWeekday, localeOf } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import type { OpenHouse } from '../viewing/viewing-slots.ts';

/** When an open house is: "zaterdag 5 december, 10:00–12:00". */
export function openHouseTime({ startsAt, endsAt }: OpenHouse, language: string): string {
  return `${formatWeekday(startsAt, language)}, ${formatTime(startsAt, language)}–${formatTime(endsAt, language)}`;
}

/** The words on the card of a property: "Open huis op 5 december"; empty without an open house. */
export function openHouseRibbon(house: OpenHouse | undefined, language: string, t: Translate): string {
  if (!house) return '';
  const day = { day: 'numeric', month: 'long', timeZone: 'Europe/Brussels' } as const;
  return t('OPEN_HOUSE_ON', { day: new Intl.DateTimeFormat(localeOf(language), day).format(new Date(house.startsAt)) });
}
