/** Widths and heights that make a local font take the same space as a web font, in percent; `isSerif` chooses it. */
export interface FallbackMetrics {
  isSerif: boolean;
  sizeAdjust: number;
  ascent: number;
  descent: number;
  lineGap: number;
}

/** A family of type that the product ships, as a subset for nl, fr, en and de. */
export interface TypeFamily extends FallbackMetrics {
  /** The weights of the file. */
  weight: string;
}

const row = (weight: string, isSerif: boolean, [sizeAdjust, ascent, descent]: [number, number, number]) =>
  ({ weight, isSerif, sizeAdjust, ascent, descent, lineGap: 0 }) satisfies TypeFamily;

/** Families for what is read and filled in, by their key; the files are `ui/fonts/{key}.woff2`. */
export const TEXT_FAMILIES = {
  'hanken-grotesk': row('400 650', false, [100.2, 99.8, 30.2]),
  figtree: row('400 650', false, [101.7, 93.4, 24.6]),
  'libre-franklin': row('400 650', false, [105.3, 91.7, 23.4]),
} as const;

/** Families for headings and prices, by their key. */
export const DISPLAY_FAMILIES = {
  newsreader: row('500', true, [106.1, 69.3, 25]),
  literata: row('500', true, [122, 96.5, 25.2]),
  fraunces: row('500', true, [109, 89.7, 23.4]),
  'bricolage-grotesque': row('600', false, [106.7, 87.2, 25.3]),
} as const;

export type TextFamily = keyof typeof TEXT_FAMILIES;
export type DisplayFamily = keyof typeof DISPLAY_FAMILIES;

export const DEFAULT_TEXT: TextFamily = 'hanken-grotesk';
export const DEFAULT_DISPLAY: DisplayFamily = 'newsreader';
/** Value of `display` for headings in the family of the text. */
export const SAME_AS_TEXT = 'same-as-text';
