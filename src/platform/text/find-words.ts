/** What is searched in texts. */
export interface WordSearch {
  find: string;
  /** Whether capitals count. */
  withCase: boolean;
  /** Whether the match begins and ends as a word does. */
  wholeWords: boolean;
}

/** A place in a text where something was found. */
export interface WordMatch {
  start: number;
  end: number;
}

/** Parts of a text that are no words of it: targets of links, URLs, e-mail addresses and placeholders. */
const NO_WORDS = new RegExp(
  [
    /\]\([^)\n\]]*\)/,
    /\bhttps?:\/\/[^\s)>\]]+/,
    /\bwww\.[^\s)>\]]+/,
    /(?<![^\s@<>()])[^\s@<>()]{1,64}@[^\s@<>()]{1,255}/,
    /\{\w+\}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
);
const SIGNS = /[.*+?^${}()|[\]\\/-]/g;

/** The pattern of a search; null when nothing is searched. */
export function patternOf({ find, withCase, wholeWords }: WordSearch): RegExp | null {
  if (find.trim() === '') return null;
  const plain = find.replace(SIGNS, '\\$&');
  const bounded = wholeWords ? `(?<![\\p{L}\\p{N}_])${plain}(?![\\p{L}\\p{N}_])` : plain;
  return new RegExp(bounded, withCase ? 'gu' : 'giu');
}

/** The places in a text where a pattern is found; never in the target of a link, a URL or a placeholder. */
export function findWords(text: string, pattern: RegExp): WordMatch[] {
  const kept = [...text.matchAll(NO_WORDS)].map((match) => [match.index, match.index + match[0].length] as const);
  return [...text.matchAll(pattern)]
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
    .filter(({ start, end }) => end > start && !kept.some(([from, until]) => start < until && end > from));
}

/**
 * What stands in the place of a match: the replacement, with the capitals of the match where capitals do not count.
 * @example replacementFor('Villa', 'huis', false) // 'Huis'
 */
export function replacementFor(match: string, replacement: string, withCase: boolean): string {
  if (withCase || replacement === '') return replacement;
  const isUpper = (text: string) => text !== text.toLowerCase() && text === text.toUpperCase();
  if (match.length > 1 && isUpper(match)) return replacement.toUpperCase();
  const [first = ''] = match;
  return isUpper(first) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
}

/** A text with the replacement in the places of these matches. */
export function withReplaced(
  text: string,
  matches: readonly WordMatch[],
  replacement: string,
  withCase: boolean,
): string {
  let [done, from] = ['', 0];
  for (const { start, end } of matches) {
    done += text.slice(from, start) + replacementFor(text.slice(start, end), replacement, withCase);
    from = end;
  }
  return done + text.slice(from);
}
