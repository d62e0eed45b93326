import { createHash } from 'node:crypto';
import type { Property } from '../../../domain/property/property.ts';
import type { Site } from './site.ts';

/**
 * Stamp of what the page of a home hangs on besides what all pages share: the home, those like it that it shows,
 * whether
 * its town has others, and the numbers in the menu. Equal only for equal pages.
 */
export function propertyPageKey(property: Property, site: Site): string {
  // Asked for in each language.
  const known = keys.get(property);
  if (known) return known;
  const listing = site.listing(property.ID);
  const town = listing && site.townOf(listing);
  const facts = [
    property,
    listing && site.similar(listing, site.settings.site.similarProperties),
    town && { ...town, sale: town.sale > 0, rent: town.rent > 0 },
    site.counts.sale,
    site.counts.rent,
  ];
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
  keys.set(property, key);
  return key;
}

const keys = new WeakMap<Property, string>();
