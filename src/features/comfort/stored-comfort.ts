/** The name of the item in the storage of the browser: the size in per cent and, after a space, `more` for contrast. */
export const COMFORT_ITEM = 'comfort';

/** Sizes of the text in per cent; the first one is the usual size. */
export const TEXT_SIZES = [100, 115, 130, 150] as const;
export type TextSize = (typeof TEXT_SIZES)[number];

/** What a visitor chose to read more easily. */
export interface Comfort {
  size: TextSize;
  isContrast: boolean;
}

/**
 * What is stored; anything else than a known choice is the usual one.
 * @example readComfort('130 more') // { size: 130, isContrast: true }
 */
export function readComfort(stored: string | null): Comfort {
  const [first, second] = (stored ?? '').split(' ');
  return { size: TEXT_SIZES.find((size) => String(size) === first) ?? 100, isContrast: second === 'more' };
}

/**
 * The text to store; empty for the usual choice, for which nothing is kept.
 * @example writeComfort({ size: 130, isContrast: true }) // '130 more'
 */
export function writeComfort({ size, isContrast }: Comfort): string {
  return size === 100 && !isContrast ? '' : `${size}${isContrast ? ' more' : ''}`;
}

/**
 * The script in the head of a page that applies a stored choice before anything is drawn. A style sheet that the parser
 * finds holds back the first paint; one that a script appends does not, and the page would change before the eyes.
 */
export const comfortScript = (textStyles: string, contrastStyles: string): string =>
  `try{let c=localStorage.${COMFORT_ITEM},l=u=>document.write('<link rel=stylesheet href='+u+'>');` +
  `c&&(document.documentElement.dataset.comfort=c,/^100/.test(c)||l('${textStyles}'),` +
  `/more/.test(c)&&l('${contrastStyles}'))}catch{}`;
