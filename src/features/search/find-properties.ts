import { localized } from '../../i18n/localized.ts';
import { firstFrom } from '../../platform/text/first-from.ts';
import { slugOf } from '../../platform/text/slug.ts';
import type { Town } from '../listing/town.ts';
import type { Listing } from '../property/listing.ts';
import type { PropertyHit } from './search-index.ts';

/**
 * A search for properties by the start of their number, of their reference or of a later part of it. It returns the
 * first `most` hits in key order.
 * @example propertyFinderOf(properties)('nr-5', 8) // properties whose reference begins with NR-5
 */
export function propertyFinderOf(properties: readonly PropertyHit[]): (text: string, most: number) => PropertyHit[] {
  const keyed = properties
    .flatMap((property) => keysOf(property).map((key) => ({ key, property })))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return (text, most) => {
    const wanted = slugOf(text);
    const found = new Set<PropertyHit>();
    if (wanted === '') return [];
    for (
      let at = firstFrom(keyed, wanted, ({ key }) => key);
      keyed[at]?.key.startsWith(wanted) && found.size < most;
      at += 1
    )
      found.add(keyed[at]!.property);
    return [...found];
  };
}

function keysOf({ id, reference }: PropertyHit): string[] {
  const parts = slugOf(reference).split('-');
  return [...new Set([String(id), ...parts.map((_, from) => parts.slice(from).join('-'))])];
}

/** What people write before a reference, in any of the languages. */
const CALLED_REFERENCE = /^(?:ref|referen(?:ce|tie|z)|referentienummer|referenznummer|nr|no|nummer|numero)-(?=\d)/;

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
  const references = [asked, asked.replace(CALLED_REFERENCE, '')];
  const listings = among.filter(
    ({ id, reference }) => references.includes(String(id)) || references.includes(slugOf(reference)),
  );
  const words = asked.split('-');
  const zip = words.find((word) => /^\d{4}$/.test(word));
  const name = words.filter((word) => word !== zip).join('-');
  const found = towns.filter((town) => {
    if (zip && town.zip !== zip) return false;
    return name === '' ? Boolean(zip) : Object.values(town.name).some((one) => `-${slugOf(one)}`.includes(`-${name}`));
  });
  return { listings, towns: found.sort((a, b) => localized(a.name, 'nl').localeCompare(localized(b.name, 'nl'))) };
}
