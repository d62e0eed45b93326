import type { Goal } from '../property/property-state.ts';

/**
 * The URL of the data for the map of a list, or of one property.
 * @example mapUrlOf({ goal: 'sale', language: 'nl', search: '?type=1&page=2' })
 * // '/api/map?goal=sale&language=nl&type=1'
 */
export function mapUrlOf({
  goal,
  language,
  search = '',
  town,
  type,
  property,
}: {
  goal: Goal;
  language: string;
  search?: string;
  town?: string | undefined;
  type?: number | undefined;
  property?: number;
}): string {
  const query = new URLSearchParams({ goal, language });
  for (const [key, value] of new URLSearchParams(search))
    if (key !== 'page' && key !== 'sort') query.append(key, value);
  if (town) query.set('town', town);
  if (type !== undefined) query.set('type', String(type));
  if (property !== undefined) query.set('home', String(property));
  return `/api/map?${query}`;
}
