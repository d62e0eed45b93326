/** What can be printed of a property: a brochure, and a card for the window of the agency in two sizes. */
export const PRINT_KINDS = ['brochure', 'window-a4', 'window-a3'] as const;
export type PrintKind = (typeof PRINT_KINDS)[number];
