import type { Language } from './languages.ts';

/** Endings of French words for properties that are feminine, and the feminine words that end otherwise. */
const FEMININE = new RegExp(
  [
    '(?:aison|ation|ette|elle|té|ière|erie|airie|ence|erme|meure|ange)$',
    '^(?:villa|chambre|place|surface|terre|cave|cour|boutique|bâtisse|remise|étable)$',
  ].join('|'),
);

/**
 * A text that begins with a participle, in French in the gender of the noun before it; in the other languages it does
 * not change.
 * @example agreeing('loué', 'Maison mitoyenne', 'fr') // 'louée'
 * @example agreeing('vendu sous réserve', 'Villa', 'fr') // 'vendue sous réserve'
 * @example agreeing('verkocht', 'Villa', 'nl') // 'verkocht'
 */
export function agreeing(participle: string, noun: string, language: Language): string {
  if (language !== 'fr') return participle;
  const [first = ''] = noun.toLocaleLowerCase('fr').split(/[\s/-]/, 1);
  return FEMININE.test(first) ? participle.replace(/^\p{L}+/u, '$&e') : participle;
}
