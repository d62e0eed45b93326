import { type Localized, localized } from '../../i18n/localized.ts';
import type { PropertyType } from '../place/place.ts';
import type { PhrasePlace } from './agency-places.ts';
import type { Understood } from './understood.ts';

/**
 * The query string of the list that a phrase asks for, without its goal.
 * @example String(listParams(understand('flat in Gent', places), types, 'nl')) // 'city=Gent%7C9000&type=2'
 */
export function listParams(
  { places, types, label, features, ...limits }: Understood<PhrasePlace>,
  allTypes: readonly PropertyType[],
  language: string,
): URLSearchParams {
  const name = (names: Localized) => localized(names, language) || Object.values(names)[0] || '';
  const params = new URLSearchParams();
  for (const place of places)
    if (place.kind === 'town') params.append('city', `${name(place.city.Name)}|${place.city.Zip}`);
    else params.append('region', place.region);
  for (const { key, WebID } of allTypes) if (types.includes(key)) params.append('type', String(WebID));
  for (const key of ['minPrice', 'maxPrice', 'bedrooms', 'minSurface', 'maxSurface', 'minGround'] as const)
    if (limits[key] !== null) params.append(key, String(limits[key]));
  // A whole region has no surroundings.
  if (limits.within !== null && places.some(({ kind }) => kind === 'town'))
    params.append('within', String(limits.within));
  if (label) params.append('epc', label);
  for (const feature of features) params.append(feature, '1');
  return params;
}
