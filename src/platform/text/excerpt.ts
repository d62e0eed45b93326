/**
 * The part of a text before the first of a sign; the whole text without one.
 * @example textBefore('DescriptionA.nl', '.') // 'DescriptionA'
 */
export const textBefore = (text: string, sign: string): string => text.split(sign, 1)[0] ?? '';

/** A space before this part of the limit is ignored: half a word reads better than half a text. */
const WORD_FROM = 0.8;

/**
 * The beginning of a text in one line of at most `limit` characters and an ellipsis, cut at a word boundary if one is
 * late enough. Non-breaking spaces stay: French needs them before `:`.
 * @example excerpt('Ruime woning met tuin', 12) // 'Ruime woning…'
 */
export function excerpt(text: string, limit = 250): string {
  const line = beginningOf(text.trim(), 2 * limit + 2);
  // Whole characters, so that a cut never splits an emoji; more than twice the limit is never needed.
  const head = line.slice(0, 2 * limit + 2);
  const characters = SURROGATE.test(head) ? [...head] : head;
  if (characters.length <= limit) return line;
  const space = characters.lastIndexOf(' ', limit);
  const cut = characters.slice(0, space > limit * WORD_FROM ? space : limit);
  return `${(typeof cut === 'string' ? cut : cut.join('')).trimEnd()}…`;
}

const SURROGATE = /[\uD800-\uDFFF]/;
const inOneLine = (text: string): string => text.replace(/[^\S\u00a0\u202f]+/g, ' ');

/** A text in one line, of which at least this many characters are right; the rest may be left out. */
function beginningOf(text: string, characters: number): string {
  // Texts are many times longer than their excerpts, and there is one per property and language.
  const part = inOneLine(text.slice(0, 2 * characters));
  return part.length > characters || text.length <= 2 * characters ? part : inOneLine(text);
}
