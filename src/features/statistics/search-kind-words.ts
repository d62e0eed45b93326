import { formatEuro } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/localized.ts';
import type { City, PropertyType } from '../place/place.ts';
import { AREA_LABELS, isArea } from '../place/region.ts';
import type { SearchKind } from './searched.ts';

interface Context {
  cities: readonly City[];
  propertyTypes: readonly PropertyType[];
  language: string;
  t: Translate;
}

/** What a kind of search asks for, in words for the studio and its mails. */
export function searchKindWords(
  { goal, place, typeKey, maxPrice }: SearchKind,
  { cities, propertyTypes, language, t }: Context,
): { what: string; place: string; price: string } {
  const type = propertyTypes.find(({ key }) => key === typeKey);
  const city = cities.find(({ Zip }) => Zip === place);
  const goals = { sale: 'FOR_SALE', rent: 'FOR_RENT', both: 'STUDIO_SALE_OR_RENT' } as const;
  return {
    what: `${localized(type?.Name, language) || t('STUDIO_ANY_TYPE')}, ${t(goals[goal]).toLocaleLowerCase(language)}`,
    place: isArea(place)
      ? t(AREA_LABELS[place])
      : city
        ? `${place} ${localized(city.Name, language)}`
        : place || t('STUDIO_EVERYWHERE'),
    price: maxPrice === null ? t('STUDIO_NO_LIMIT') : t('STUDIO_UP_TO', { amount: formatEuro(maxPrice, language) }),
  };
}
