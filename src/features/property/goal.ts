/** What a property is offered for. */
export type Goal = 'sale' | 'rent';

/**
 * What a property is offered for: 0 is for sale, any other number is for rent.
 * @example goalOf({ Goal: 1 }) // 'rent'
 */
export function goalOf(property: { Goal: number }): Goal {
  return property.Goal === 0 ? 'sale' : 'rent';
}
