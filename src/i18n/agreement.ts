import type { Language } from './languages.ts';

/** Endings of French nouns for properties that are feminine, and the nouns that end otherwise. */
const FEMININE = new RegExp(
  [
    '(?:aison|ation|ette|elle|elle|té|ière|erie|ence|ance|ure|erme|meure|face|lage|trie|nge)$',
    '^(?:villa|chambre|place|terre|cave|cour|boutique|bâtisse|remise|parcelle|étable|forêt|vigne)$',
  ].join('|'),
);
/** Masculine nouns with such an ending. */
const MASCULINE = /^(?:village|étage|garage|commerce|espace)$/;

/**
 * A French participle in the gender of the noun before it; in the other languages it does not change.
 * @example agreeing('loué', 'Maison mitoyenne', 'fr') // 'louée'
 * @example agreeing('verkocht', 'Villa', 'nl') // 'verkocht'
 */
export function agreeing(participle: string, noun: string, language: Language): string {
  if (language !== 'fr') return participle;
  const [first = ''] = noun.toLocaleLowerCase('fr').split(/[\s/-]/, 1);
  return FEMININE.test(first) && !MASCULINE.test(first) ? `${participle}e` : participle;
}
