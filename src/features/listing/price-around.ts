import type { Listing } from '../property/listing.ts';
import type { Goal } from '../property/property-state.ts';
import type { Town } from './town.ts';

/** How far a price may differ to be of interest to who looked at this one. */
const PART = 0.15;
const STEP: Readonly<Record<Goal, number>> = { sale: 10_000, rent: 50 };

/**
 * Round limits around a price in euros, for an alert about similar properties; null without a public price.
 * @example priceAround('sale', 429_000) // { minPrice: 360_000, maxPrice: 500_000 }
 */
export function priceAround(goal: Goal, price: number | null): { minPrice: number; maxPrice: number } | null {
  if (!price) return null;
  const step = STEP[goal];
  return {
    minPrice: Math.floor((price * (1 - PART)) / step) * step,
    maxPrice: Math.ceil((price * (1 + PART)) / step) * step,
  };
}

/** The criteria of an alert for properties like one, by the names of the form that saves it. */
export function alertLike(
  { goal, price, typeKeys: [type] }: Pick<Listing, 'goal' | 'price' | 'typeKeys'>,
  town: Pick<Town, 'key'> | null,
): Record<string, string> {
  const prices = Object.entries(priceAround(goal, price) ?? {}).map(([name, value]) => [name, String(value)] as const);
  return { ...(type && { types: type }), ...(town && { towns: town.key }), ...Object.fromEntries(prices) };
}
