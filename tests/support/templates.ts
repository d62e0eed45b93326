import { GONE_PROPERTY } from './gone-property.ts';
import { BARE_PROPERTY, HOSTILE_PROPERTY } from './odd-content.ts';

/** One path of each kind of page, in Dutch and in German (whose words are longest). */
export const TEMPLATES: readonly (readonly [name: string, paths: { nl: string; de: string }, only?: 'nl' | 'de'])[] = [
  ['homepage', { nl: '/nl/', de: '/de/' }],
  ['list', { nl: '/nl/te-koop/', de: '/de/zu-verkaufen/' }],
  ['list of a town', { nl: '/nl/te-koop/grimbergen/', de: '/de/zu-verkaufen/grimbergen/' }, 'de'],
  [
    'filtered list',
    { nl: '/nl/te-koop/?type=1&bedrooms=3&garden=1', de: '/de/zu-verkaufen/?type=1&bedrooms=3&garden=1' },
  ],
  ['list with a note', { nl: '/nl/te-huur/?epc=Z', de: '/de/zu-vermieten/?epc=Z' }, 'nl'],
  [
    'empty list',
    { nl: '/nl/te-koop/?city=Grimbergen|1850&maxPrice=1', de: '/de/zu-verkaufen/?city=Grimbergen|1850&maxPrice=1' },
    'de',
  ],
  ['property for sale', { nl: '/nl/te-koop/x/y/35187/', de: '/de/zu-verkaufen/x/y/35187/' }],
  ['property with a duty to renovate', { nl: '/nl/te-koop/x/y/35109/', de: '/de/zu-verkaufen/x/y/35109/' }, 'de'],
  [
    'property without photographs',
    { nl: `/nl/te-koop/x/y/${BARE_PROPERTY}/`, de: `/de/zu-verkaufen/x/y/${BARE_PROPERTY}/` },
    'nl',
  ],
  ['property that is sold', { nl: '/nl/te-koop/x/y/35103/', de: '/de/zu-verkaufen/x/y/35103/' }, 'de'],
  [
    'property with hostile text',
    { nl: `/nl/te-koop/x/y/${HOSTILE_PROPERTY}/`, de: `/de/zu-verkaufen/x/y/${HOSTILE_PROPERTY}/` },
  ],
  ['land', { nl: '/nl/te-koop/?type=4', de: '/de/zu-verkaufen/?type=4' }, 'nl'],
  ['comparison', { nl: '/nl/vergelijken/?ids=35101.35103.35109.35187', de: '/de/vergleichen/?ids=35101.35187' }, 'nl'],
  ['projects', { nl: '/nl/projecten/', de: '/de/projekte/' }],
  ['project', { nl: '/nl/projecten/x/y/801/', de: '/de/projekte/x/y/801/' }],
  ['article', { nl: '/nl/onze-diensten/verkoop/', de: '/de/leistungen/verkauf/' }],
  ['services', { nl: '/nl/onze-diensten/', de: '/de/leistungen/' }, 'nl'],
  ['about', { nl: '/nl/over-ons/', de: '/de/ueber-uns/' }],
  ['contact', { nl: '/nl/contact/', de: '/de/kontakt/' }],
  ['valuation', { nl: '/nl/gratis-schatting/', de: '/de/kostenlose-bewertung/' }],
  ['selling in a town', { nl: '/nl/gratis-schatting/grimbergen/', de: '/de/kostenlose-bewertung/grimbergen/' }, 'nl'],
  ['archive', { nl: '/nl/verkocht/', de: '/de/verkauft/' }, 'de'],
  ['content page', { nl: '/nl/woonadvies/', de: '/de/ratgeber/' }],
  ['testimonials', { nl: '/nl/testimonials/', de: '/de/testimonials/' }],
  ['testimonial', { nl: '/nl/testimonials/testimonial-1/', de: '/de/testimonials/testimonial-1/' }, 'nl'],
  ['legal notices', { nl: '/nl/verplichte-vermeldingen/', de: '/de/impressum/' }, 'de'],
  ['search', { nl: '/nl/zoeken/?q=vilvoorde', de: '/de/suche/?q=vilvoorde' }],
  ['search for a street', { nl: '/nl/zoeken/?q=proeflaan', de: '/de/suche/?q=proeflaan' }, 'nl'],
  [
    'costs of a purchase',
    { nl: '/nl/kosten-berekenen/?property=35109', de: '/de/kosten-berechnen/?property=35109&relief=only-home' },
    'de',
  ],
  [
    'costs of a rental',
    { nl: '/nl/kosten-berekenen/?goal=rent&price=900&months=x', de: '/de/kosten-berechnen/?goal=rent&price=900' },
    'nl',
  ],
  [
    'property that is gone',
    { nl: `/nl/te-koop/x/y/${GONE_PROPERTY}/`, de: `/de/zu-verkaufen/x/y/${GONE_PROPERTY}/` },
    'nl',
  ],
  ['not found', { nl: '/nl/weg/', de: '/de/weg/' }],
  ['thank you', { nl: '/nl/contact-me/bedankt/', de: '/de/contact-me/danke/' }],
];
