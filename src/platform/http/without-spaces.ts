const BLOCKS = [
  'address|article|aside|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|li',
  'main|nav|ol|p|section|table|tbody|td|th|thead|tr|ul',
].join('|');
const SPACE_AT_BLOCKS = new RegExp(
  [
    '<(script|style|textarea|pre)\\b[^]*?</\\1>',
    `>\\s+(?=</?(?:${BLOCKS})\\b)`,
    `(?<=</?(?:${BLOCKS})(?:\\s[^<>]*)?>)\\s+(?=<)`,
  ].join('|'),
  'g',
);

/**
 * A page without the white space beside blocks, which is not shown: a hundred bytes of a compressed page. Code, styles
 * and texts whose white space counts stay as they are.
 */
export const withoutSpaces = (html: string): string =>
  html.replace(SPACE_AT_BLOCKS, (found, code?: string) => (code ? found : found.trim()));
