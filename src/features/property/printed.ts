/** Characters of an address that a printed QR code can hold: with more its cells are too small for a telephone. */
export const LONGEST_CODED = 300;

/**
 * The path of the QR code that leads to a page.
 * @example pageCodePath('/nl/te-koop/?type=1') // '/nl/te-koop/qr.svg?type=1'
 */
export const pageCodePath = (path: string): string => path.replace(/(?=\?|$)/, 'qr.svg');

/** What can be printed of a property: a brochure, and a card for the window of the agency in two sizes. */
export const PRINT_KINDS = ['brochure', 'window-a4', 'window-a3'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];
