import type { Site } from '../../content/site/site.ts';
import { formatEuro, formatNumber } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/localized.ts';
import type { OfferedProperty } from '../form/offered-property.ts';
import { comparableRange, type SoldProperty } from '../property/comparable-range.ts';

/** The sold properties of a site that a valuation can compare. */
function soldProperties(site: Site): SoldProperty[] {
  return site.listings.flatMap((listing) => {
    const town = listing.meaning === 'sold' && listing.goal === 'sale' ? site.townOf(listing) : null;
    const city = town && site.cities.find(({ Zip }) => Zip === town.zip);
    if (!city || listing.price === null || !(listing.living > 0)) return [];
    return {
      ...{ typeKey: listing.typeKeys[0] ?? '', price: listing.price, living: listing.living },
      day: listing.goneOn ?? listing.changed,
      point: { latitude: city.Latitude, longitude: city.Longitude },
    };
  });
}

/**
 * What own sold properties say about the price of an offered one, and how that was computed: two sentences; none with
 * fewer than five comparable properties, without a living area, and for a rental.
 */
export function valuationWords(
  offered: OfferedProperty | undefined,
  site: Site,
  { t, language, now = new Date() }: { t: Translate; language: string; now?: Date },
): string[] {
  if (!offered) return [];
  const { zip, typeKey, goal, surface } = offered;
  const city = site.cities.find((one) => one.Zip === zip || one.Zips?.includes(zip));
  if (goal === 'rent' || !city || !surface) return [];
  const point = { latitude: city.Latitude, longitude: city.Longitude };
  const range = comparableRange({ typeKey, living: surface, point }, soldProperties(site), now);
  if (!range) return [];
  const euro = (sum: number) => formatEuro(sum, language);
  const type = site.propertyTypes.find(({ key }) => key === typeKey);
  return [
    t('VALUATION_RANGE', { low: euro(range.low), high: euro(range.high) }),
    t('VALUATION_HOW', {
      ...{ number: range.count, types: localized(type?.NamePlural, language).toLowerCase(), km: range.km },
      ...{ least: formatNumber(range.living[0], language), most: formatNumber(range.living[1], language) },
      ...{ from: euro(range.perM2[0]), to: euro(range.perM2[1]) },
    }),
  ];
}
