import type { Wish } from '../../domain/wish.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Site } from '../site/site.ts';

/** The address of the list that shows what a wish asks for, as far as lists have such filters. */
export function listAddressOf(wish: Wish, site: Site, language: Language): string {
  const query = new URLSearchParams();
  for (const { name, zip } of wish.cities) query.append('city', `${name}|${zip}`);
  for (const key of wish.typeKeys) query.append('type', key);
  for (const key of ['minPrice', 'maxPrice', 'bedrooms'] as const) {
    const value = wish[key];
    if (value !== null) query.set(key, String(value));
  }
  query.set('sold', 'hide');
  return `${site.listAddress(wish.goal, language)}?${query}`;
}
