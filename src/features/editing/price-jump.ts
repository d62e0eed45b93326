/** A change of a price by more percent than this is asked about once: most of them are slips. */
export const PRICE_JUMP_PERCENT = 30;

const priceOf = (data: unknown): number | null => {
  const price = data && typeof data === 'object' ? (data as { Price?: unknown }).Price : null;
  return typeof price === 'number' && price > 0 ? price : null;
};

/**
 * The new price of a thing where it differs from the old one by more than {@link PRICE_JUMP_PERCENT}; else null.
 * @example jumpedPrice({ Price: 589000 }, { Price: 58900 }) // 58900
 */
export function jumpedPrice(before: unknown, after: unknown): number | null {
  const [old, price] = [priceOf(before), priceOf(after)];
  if (old === null || price === null) return null;
  return Math.abs(price - old) * 100 > old * PRICE_JUMP_PERCENT ? price : null;
}
