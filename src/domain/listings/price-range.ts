import type { Listing } from '../property/listing.ts';

/**
 * The lowest and the highest price among available properties; null when no price is known.
 * @example priceRangeOf([{ price: 595000, gone: false }, { price: null, gone: false }])
 * // { low: 595000, high: 595000 }
 */
export function priceRangeOf(
  listings: readonly Pick<Listing, 'price' | 'gone'>[],
): { low: number; high: number } | null {
  const prices = listings.flatMap(({ price, gone }) => (price === null || gone ? [] : [price]));
  return prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : null;
}
