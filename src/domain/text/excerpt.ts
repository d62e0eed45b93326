/** Search engines cut the title of a page at about this length. */
export const LONGEST_TITLE = 65;

/** A space before this part of the limit is ignored: half a word reads better than half a text. */
const WORD_FROM = 0.8;

/**
 * The beginning of a text in one line of at most `limit` characters and an ellipsis, cut at a word boundary if one is
 * late enough. Non-breaking spaces stay: French needs them before `:`.
 * @example excerpt('Ruime woning met tuin', 12) // 'Ruime woning…'
 */
export function excerpt(text: string, limit = 250): string {
  const line = text.trim().replace(/[^\S\u00a0\u202f]+/g, ' ');
  // Whole characters, so that a cut never splits an emoji; more than twice the limit is never needed.
  const characters = [...line.slice(0, 2 * limit + 2)];
  if (characters.length <= limit) return line;
  const space = characters.lastIndexOf(' ', limit);
  return `${characters
    .slice(0, space > limit * WORD_FROM ? space : limit)
    .join('')
    .trimEnd()}…`;
}
