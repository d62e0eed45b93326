import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Language } from '../../i18n/languages.ts';
import { postalAddressOf } from '../place/address.ts';
import type { Listing } from './listing.ts';

/**
 * The address of a property in one line, for a mail. `isPublic`: without the street that the agency hides.
 * @example addressWords(listing, site, 'nl', { isPublic: true }) // 'Stationsstraat 18, 9000 Gent'
 */
export function addressWords(
  listing: Listing,
  site: Pick<Site, 'addresses'>,
  language: Language,
  { isPublic }: { isPublic: boolean },
): string {
  const { PublishAddress = false, ...street } = site.addresses[listing.id] ?? {};
  const box = labelsIn(language)('BOX');
  const place = { ...street, Zip: listing.zip, City: listing.city, CountryID: listing.countryId };
  const address = postalAddressOf(place, PublishAddress || !isPublic, { box }, language);
  return [address.street, address.place].filter(Boolean).join(', ');
}
