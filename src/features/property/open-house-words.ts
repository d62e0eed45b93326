import type { OpenHouse } from '../../domain/viewings/open-house.ts';
import { formatTime, formatWeekday } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';

/** When an open house is: "zaterdag 5 december, 10:00–12:00". */
export function openHouseTime({ startsAt, endsAt }: OpenHouse, language: string): string {
  return `${formatWeekday(startsAt, language)}, ${formatTime(startsAt, language)}–${formatTime(endsAt, language)}`;
}

/** The words on the card of a property: "Open huis: zaterdag 5 december"; empty without an open house. */
export function openHouseRibbon(house: OpenHouse | undefined, language: string, t: Translate): string {
  return house ? t('OPEN_HOUSE_ON', { day: formatWeekday(house.startsAt, language) }) : '';
}
