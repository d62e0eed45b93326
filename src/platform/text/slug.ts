const MAX_LENGTH = 80;

/** Letters that Unicode does not decompose into a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', ł: 'l' };

/**
 * A text as a path segment: accent-free, lower case, hyphens; empty when nothing is left.
 * @example slugOf('Sint-Joost-ten-Node') // 'sint-joost-ten-node'
 * @example slugOf('Maison à vendre') // 'maison-a-vendre'
 */
export function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[ßœæøđł]/g, (letter) => LETTERS[letter] ?? '')
    // Runs become one hyphen first, so that the next expression never has more than one to match.
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  if (slug.length <= MAX_LENGTH) return slug;
  const hyphen = slug.lastIndexOf('-', MAX_LENGTH);
  return slug.slice(0, hyphen > 0 ? hyphen : MAX_LENGTH);
}
