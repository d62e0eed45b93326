import type { Listing } from '../property/listing.ts';

/** The facts of a listing that have a lowest or highest value in a query. */
export type LimitFacts = Pick<Listing, 'price' | 'bedrooms' | 'living' | 'ground' | 'charges'>;

/** A filter with a number. */
interface Limit {
  /** The highest number that makes sense. */
  highest: number;
  allows: (listing: LimitFacts, limit: number) => boolean;
}

/**
 * The filters with a number, by their key in the query string. A hidden price and unstated charges match no limit:
 * otherwise a price could be guessed, and charges would be promised that nobody stated.
 */
export const LIMITS = {
  minPrice: { highest: 1e9, allows: ({ price }, limit) => price !== null && price >= limit },
  maxPrice: { highest: 1e9, allows: ({ price }, limit) => price !== null && price <= limit },
  maxCharges: { highest: 1e6, allows: ({ charges }, limit) => charges !== null && charges <= limit },
  bedrooms: { highest: 99, allows: ({ bedrooms }, limit) => bedrooms >= limit },
  minSurface: { highest: 1e6, allows: ({ living }, limit) => living >= limit },
  maxSurface: { highest: 1e6, allows: ({ living }, limit) => living > 0 && living <= limit },
  minGround: { highest: 1e8, allows: ({ ground }, limit) => ground >= limit },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitKey = keyof typeof LIMITS;
export const LIMIT_KEYS = Object.keys(LIMITS) as readonly LimitKey[];

/** The limits of a query that sets none. */
export const NO_LIMITS = Object.fromEntries(LIMIT_KEYS.map((key) => [key, null])) as Readonly<Record<LimitKey, null>>;
