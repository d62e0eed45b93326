import { localized } from '../../i18n/localized.ts';
import type { Listing } from '../property/listing.ts';
import { slugOf } from '../text/slug.ts';
import type { Town } from './town.ts';

/**
 * Properties by number or reference, and towns by postcode or name (accent-insensitive, whole words or their
 * beginning).
 * @example searchListings('zaventem', listings, towns).towns // the town of Zaventem
 */
export function searchListings(
  text: string,
  among: readonly Listing[],
  towns: readonly Town[],
): { listings: Listing[]; towns: Town[] } {
  const asked = slugOf(text.slice(0, 100));
  if (!asked) return { listings: [], towns: [] };
  const listings = among.filter(({ id, reference }) => String(id) === asked || slugOf(reference) === asked);
  const words = asked.split('-');
  const zip = words.find((word) => /^\d{4}$/.test(word));
  const name = words.filter((word) => word !== zip).join('-');
  const found = towns.filter((town) => {
    if (zip && town.zip !== zip) return false;
    return name === '' ? Boolean(zip) : Object.values(town.name).some((one) => `-${slugOf(one)}`.includes(`-${name}`));
  });
  return { listings, towns: found.sort((a, b) => localized(a.name, 'nl').localeCompare(localized(b.name, 'nl'))) };
}
