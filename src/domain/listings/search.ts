import { localized } from '../../i18n/localized.ts';
import type { Listing } from '../property/listing.ts';
import { slugOf } from '../text/slug.ts';
import type { Town } from './town.ts';

/**
 * Homes by their number or reference, and towns by postcode or name (accent-blind, whole words or their beginning).
 * @example searchHomes('zaventem', listings, towns).towns // the town of Zaventem
 */
export function searchHomes(
  text: string,
  listings: readonly Listing[],
  towns: readonly Town[],
): { homes: Listing[]; towns: Town[] } {
  const asked = slugOf(text.slice(0, 100));
  if (!asked) return { homes: [], towns: [] };
  const homes = listings.filter(({ id, reference }) => String(id) === asked || slugOf(reference) === asked);
  const words = asked.split('-');
  const zip = words.find((word) => /^\d{4}$/.test(word));
  const name = words.filter((word) => word !== zip).join('-');
  const found = towns.filter((town) => {
    if (zip && town.zip !== zip) return false;
    return name === '' ? Boolean(zip) : Object.values(town.name).some((one) => `-${slugOf(one)}`.includes(`-${name}`));
  });
  return { homes, towns: found.sort((a, b) => localized(a.name, 'nl').localeCompare(localized(b.name, 'nl'))) };
}
