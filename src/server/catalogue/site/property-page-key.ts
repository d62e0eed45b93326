import { createHash } from 'node:crypto';
import type { Property } from '../../../domain/property/property.ts';
import { isTitleShared } from './property-title.ts';
import type { Site } from './site.ts';

/**
 * Hash of what a property page depends on besides the inputs that all pages share: the property, the similar ones that
 * it shows, whether another property has its title, whether its town has others, and the numbers in the menu. Equal
 * only for equal pages.
 */
export function propertyPageKey(property: Property, site: Site): string {
  // Needed once per language.
  const known = keys.get(property);
  if (known) return known;
  const listing = site.listing(property.ID);
  const town = listing && site.townOf(listing);
  const facts = [
    property,
    listing && site.similar(listing, site.settings.site.similarProperties),
    listing && site.languages.map((language) => isTitleShared(listing, site, language)),
    town && { ...town, sale: town.sale > 0, rent: town.rent > 0 },
    site.counts.sale,
    site.counts.rent,
  ];
  const key = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
  keys.set(property, key);
  return key;
}

const keys = new WeakMap<Property, string>();
