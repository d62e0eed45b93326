import { amountIn, areaIn } from '../../platform/text/figures.ts';
import type { Listing } from '../property/listing.ts';

/** The facts of a listing that have a lowest or highest value in a query. */
export type LimitFacts = Pick<Listing, 'price' | 'bedrooms' | 'living' | 'ground' | 'charges'>;

/** A filter with a number. */
interface Limit {
  /** The highest number that makes sense. */
  highest: number;
  /** Reads the number as people write it. */
  read: (text: string) => number | null;
  /** Whether it is the most that is allowed; otherwise it is the least. */
  isMost: boolean;
  /** What is compared with it; NaN where nothing is stated, which is within no limit. */
  figureOf: (listing: LimitFacts) => number;
}

const priceOf = ({ price }: LimitFacts) => price ?? Number.NaN;

/**
 * The filters with a number, by their key in the query string. A hidden price and unstated charges match no limit:
 * otherwise a price could be guessed, and charges would be promised that nobody stated.
 */
export const LIMITS = {
  minPrice: { read: amountIn, highest: 999_999_999, isMost: false, figureOf: priceOf },
  maxPrice: { read: amountIn, highest: 999_999_999, isMost: true, figureOf: priceOf },
  maxCharges: { read: amountIn, highest: 1e6, isMost: true, figureOf: ({ charges }) => charges ?? Number.NaN },
  bedrooms: { read: amountIn, highest: 99, isMost: false, figureOf: ({ bedrooms }) => bedrooms },
  minSurface: { read: areaIn, highest: 1e6, isMost: false, figureOf: ({ living }) => living },
  maxSurface: { read: areaIn, highest: 1e6, isMost: true, figureOf: ({ living }) => living || Number.NaN },
  minGround: { read: areaIn, highest: 1e8, isMost: false, figureOf: ({ ground }) => ground },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitKey = keyof typeof LIMITS;
export const LIMIT_KEYS = Object.keys(LIMITS) as readonly LimitKey[];

/** Whether a figure is within a limit. */
export const isWithinLimit = (figure: number, limit: number, isMost: boolean): boolean =>
  isMost ? figure <= limit : figure >= limit;

/** The limits of a query that sets none. */
export const NO_LIMITS = Object.fromEntries(LIMIT_KEYS.map((key) => [key, null])) as Readonly<Record<LimitKey, null>>;
