import type { City } from '../place/place.ts';
import type { TravelMode } from './travel-time.ts';

/** Seconds from each town to one place, in the order of the towns; null where there is no way. */
export type AskEngine = (
  base: string,
  question: { to: City; from: readonly City[]; by: TravelMode; signal: AbortSignal },
) => Promise<readonly (number | null)[]>;
