import type { PropertyType } from '../place/place.ts';

/**
 * The types that the WebIDs of a property name, in their order and each once; unknown numbers are dropped.
 * @example typeKeysOf('2,3', types) // ['apartment', 'commerce']
 */
export function typeKeysOf(webIDs: string, types: readonly Pick<PropertyType, 'WebID' | 'key'>[]): string[] {
  const ids = webIDs.split(',').map((id) => id.trim());
  const keys = ids.map((id) => types.find((type) => String(type.WebID) === id)?.key);
  return [...new Set(keys)].filter((key) => key !== undefined);
}
