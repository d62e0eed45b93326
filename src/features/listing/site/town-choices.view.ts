import type { LabelKey, Translate } from '../../../i18n/label-key.ts';
import { localized } from '../../../i18n/languages.ts';
import { regionOf } from '../../place/region.ts';
import type { Town } from '../town.ts';

/** More choices than this are found by typing, or listed in groups without JavaScript. */
const FEW = 12;
const REGIONS = { brussels: 'REGION_BRUSSELS', flanders: 'REGION_FLANDERS', wallonia: 'REGION_WALLONIA' } as const;
const ORDER: readonly LabelKey[] = [...Object.values(REGIONS), 'REGION_ABROAD'];

/** The towns as choices; many of them in groups: by region, or by first letter where all are in one region. */
export function townChoices(towns: readonly Town[], language: string, t: Translate) {
  const choices = towns.map(({ key, name, zip, countryId }) => {
    const region = regionOf({ CountryID: countryId, Zip: zip });
    return {
      value: key,
      label: localized(name, language),
      region: region ? REGIONS[region] : ('REGION_ABROAD' as const),
    };
  });
  choices.sort((a, b) => ORDER.indexOf(a.region) - ORDER.indexOf(b.region) || a.label.localeCompare(b.label, language));
  const isOneRegion = new Set(choices.map(({ region }) => region)).size < 2;
  return choices.map(({ value, label, region }) => ({
    value,
    label,
    ...(choices.length > FEW && { group: isOneRegion ? label.slice(0, 1).toUpperCase() : t(region) }),
  }));
}

/** The words of the text box that finds a town among many; undefined for few, which are all shown. */
export function townChooser(towns: readonly Town[], t: Translate) {
  if (towns.length <= FEW) return undefined;
  return {
    remove: t('CHOOSER_REMOVE', { name: '{name}' }),
    none: t('CHOOSER_NONE'),
    found: t('CHOOSER_FOUND', { n: '{n}' }),
  };
}
