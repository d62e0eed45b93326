/** The order of the layers: the first style declaration of a page, whatever comes first in its bundle. */
export const LAYER_ORDER = '@layer reset,tokens,brand,base,layout,components,utilities,print;';

/** The style that Astro writes before the first island of a page; Astro leaves its hash out of the policy. */
export const ISLAND_STYLE = 'astro-island,astro-slot,astro-static-slot{display:contents}';
