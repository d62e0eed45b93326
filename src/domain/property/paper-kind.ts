/** What can be printed of a property: a brochure, and a card for the window of the agency on two sizes of paper. */
export const PAPERS = ['brochure', 'window-a4', 'window-a3'] as const;
export type PaperKind = (typeof PAPERS)[number];
