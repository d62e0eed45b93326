/** The order of the layers: the first thing a page says about style, whatever comes first in its bundle. */
export const LAYER_ORDER = '@layer reset,tokens,base,layout,components,utilities,print;';

/** The rule that Astro writes before the first island of a page; it leaves its hash out of the policy. */
export const ISLAND_STYLE = 'astro-island,astro-slot,astro-static-slot{display:contents}';
