import { createHash } from 'node:crypto';
import type { CardFacts } from './card-facts.ts';

/** Changes when cards are drawn another way, so that old ones are not served as new. */
const RECIPE = 1;

/** 8 hexadecimal digits of what a card says. */
export function cardVersion(facts: CardFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([RECIPE, facts]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * The address of the card of a home.
 * @example cardAddress('nl', 24187, facts) // '/card/nl/24187.jpg?v=1f2e3d4c'
 */
export function cardAddress(language: string, id: number, facts: CardFacts): string {
  return `/card/${language}/${id}.jpg?v=${cardVersion(facts)}`;
}
