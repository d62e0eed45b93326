/** Advance widths of Arial in thousandths of its size, by width; search engines draw their results in it. */
const WIDTHS: Readonly<Record<number, string>> = {
  191: "'",
  222: 'ijl’‘',
  260: '|',
  278: ' \u00a0\u202f!,./:;[]\\ftI·',
  333: '()-`r“”²{}',
  355: '"',
  389: '*',
  469: '^',
  500: 'ckJsvxyz',
  556: '#$?0123456789_abdeghnopqu€–L',
  584: '+<=>~',
  611: 'FTZß',
  667: '&ABEKPSVXY',
  722: 'wCDHNRU',
  778: 'GOQ',
  833: 'mM',
  889: '%æ',
  944: 'Wœ',
  1000: '—…',
  1015: '@',
};
const USUAL = 600;
const WIDTH_OF: ReadonlyMap<string, number> = new Map(
  Object.entries(WIDTHS).flatMap(([width, signs]) => [...signs].map((sign) => [sign, Number(width)] as const)),
);

/** Width in thousandths of the size of one sign; an accent adds nothing. */
const widthOf = (sign: string): number => WIDTH_OF.get(sign) ?? WIDTH_OF.get(sign.normalize('NFD').charAt(0)) ?? USUAL;

/**
 * The width of a text in pixels, set in Arial of a size in pixels.
 * @example Math.round(textWidth('Te koop in Grimbergen', 20)) // 196
 */
export const textWidth = (text: string, size: number): number =>
  ([...text].reduce((sum, sign) => sum + widthOf(sign), 0) * size) / 1000;

/** A space before this part of a text is ignored: half a word reads better than half a text. */
const WORD_FROM = 0.8;
/** Signs that do not stand before an ellipsis. */
const LOOSE: ReadonlySet<string> = new Set(' ,;:–.-');

/**
 * The beginning of a text that is at most so many pixels wide, with an ellipsis where something is left out; cut
 * between two words, unless one word is wider than a fifth of the room.
 */
export function cutToWidth(text: string, { size, most }: { size: number; most: number }): string {
  if (textWidth(text, size) <= most) return text;
  let width = textWidth('…', size);
  let end = 0;
  let space = 0;
  for (const sign of text) {
    width += textWidth(sign, size);
    if (width > most) break;
    if (sign === ' ') space = end;
    end += sign.length;
  }
  let cut = space > end * WORD_FROM ? space : end;
  while (cut > 0 && LOOSE.has(text.charAt(cut - 1))) cut -= 1;
  return `${text.slice(0, cut)}…`;
}
