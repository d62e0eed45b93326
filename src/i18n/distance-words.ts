import type { Translate } from './label-key.ts';

const TRAVEL_LABELS: Readonly<Record<string, 'WITHIN_CAR' | 'WITHIN_BIKE' | 'WITHIN_FOOT'>> = {
  car: 'WITHIN_CAR',
  bike: 'WITHIN_BIKE',
  foot: 'WITHIN_FOOT',
};

/**
 * A distance around towns in words, from its form in a URL: kilometres, or minutes on the way.
 * @example distanceInWords('10', t) // 'Binnen 10 km'
 * @example distanceInWords('bike-15', t) // 'Binnen 15 min met de fiets'
 */
export function distanceInWords(text: string, t: Translate): string {
  const [by = '', minutes = ''] = text.split('-');
  const label = TRAVEL_LABELS[by];
  return label ? t(label, { minutes }) : t('WITHIN_KM', { km: text });
}
