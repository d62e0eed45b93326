import type { WordingRule } from './wording-settings.ts';

/** Words of an advert that a rule reports. */
export interface FoundWording {
  /** The words as the advert writes them. */
  words: string;
  rule: WordingRule;
}

/** A text without capitals and accents and with plain apostrophes, as long as the text itself. */
const plain = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => letter.normalize('NFD').charAt(0).toLowerCase())
    .join('')
    .replace(/[’‘]/g, "'");

const patterns = new WeakMap<WordingRule, RegExp>();

function patternOf(rule: WordingRule): RegExp {
  const known = patterns.get(rule);
  if (known) return known;
  const words = rule.phrases.map((phrase) =>
    plain(phrase)
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\s+/g, '\\s+')
      .replaceAll('*', '[\\p{L}\\d]*'),
  );
  const pattern = new RegExp(`(?<![\\p{L}\\d])(?:${words.join('|')})(?![\\p{L}\\d])`, 'gu');
  patterns.set(rule, pattern);
  return pattern;
}

/**
 * What a text in a language says that a rule reports, each wording once.
 * @example wordingIn('Enkel  werkenden!', 'nl', rules) // [{ words: 'Enkel  werkenden', rule }]
 */
export function wordingIn(text: string, language: string, rules: readonly WordingRule[]): FoundWording[] {
  const letters = [...text.normalize('NFC')];
  const read = plain(text);
  return rules
    .filter((rule) => rule.language === language)
    .flatMap((rule) => {
      let [units, from] = [0, 0];
      const found = [...read.matchAll(patternOf(rule))].map(({ index, 0: match }) => {
        // Positions count letters, not parts of letters; they only grow.
        from += [...read.slice(units, index)].length;
        units = index;
        return letters.slice(from, from + [...match].length).join('');
      });
      return [...new Set(found)].map((words) => ({ words, rule }));
    });
}
