/** The pages that the trials of load visit in turn: prerendered, filtered, searched, and with a form. */
export const VISITED_PAGES = [
  '/nl/',
  '/fr/',
  '/nl/te-koop/',
  '/nl/te-koop/?type=1',
  '/fr/a-louer/?sort=price-asc',
  '/nl/contact-me/',
  '/nl/zoeken/?q=grimbergen',
] as const;
