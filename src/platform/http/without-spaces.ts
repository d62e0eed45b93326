const BLOCKS = [
  'address|article|aside|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|li',
  'main|nav|ol|p|section|table|tbody|td|th|thead|tr|ul',
].join('|');
/** Code and texts as a whole, or the white space between two tags. */
const SPACES = /<(script|style|textarea|pre)\b[\s\S]*?<\/\1>|>\s+(?=<)/g;
const BLOCK_AFTER = new RegExp(`</?(?:${BLOCKS})\\b`, 'y');
const BLOCK_BEFORE = new RegExp(`</?(?:${BLOCKS})[\\s>]`, 'y');

/** Whether a pattern matches at a position of a text. */
function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/**
 * A page without the white space beside blocks, which is not shown: a hundred bytes of a compressed page. Code, styles
 * and texts whose white space counts stay as they are.
 */
export const withoutSpaces = (html: string): string =>
  html.replace(SPACES, (found, code: string | undefined, at: number) => {
    const isBeside =
      !code &&
      (matchesAt(BLOCK_AFTER, html, at + found.length) || matchesAt(BLOCK_BEFORE, html, html.lastIndexOf('<', at)));
    return isBeside ? '>' : found;
  });
