/** Every page whose path the design defines, per language: page, nl, fr, en, de. Written out by hand on purpose. */
export const PAGE_PATHS = [
  ['homepage', '', '', '', ''],
  ['for sale', 'te-koop/', 'a-vendre/', 'for-sale/', 'zu-verkaufen/'],
  ['for rent', 'te-huur/', 'a-louer/', 'for-rent/', 'zu-vermieten/'],
  ['contact', 'contact/', 'contact/', 'contact/', 'kontakt/'],
  ['about', 'over-ons/', 'qui-sommes-nous/', 'about-us/', 'ueber-uns/'],
  ['register', 'hou-me-op-de-hoogte/', 'tenez-moi-au-courant/', 'keep-me-informed/', 'auf-dem-laufenden/'],
  ['valuation', 'gratis-schatting/', 'estimation-gratuite/', 'free-valuation/', 'kostenlose-bewertung/'],
  ['legal', 'verplichte-vermeldingen/', 'mentions-legales/', 'legal-notices/', 'impressum/'],
  ['services', 'onze-diensten/', 'nos-services/', 'our-services/', 'leistungen/'],
  ['selling', 'onze-diensten/verkoop/', 'nos-services/vente/', 'our-services/selling/', 'leistungen/verkauf/'],
  ['letting', 'onze-diensten/verhuren/', 'nos-services/location/', 'our-services/letting/', 'leistungen/vermietung/'],
  [
    'management',
    'onze-diensten/beheer/',
    'nos-services/gestion/',
    'our-services/management/',
    'leistungen/verwaltung/',
  ],
  [
    'inventory',
    'onze-diensten/stand-van-zaken/',
    'nos-services/etat-des-lieux/',
    'our-services/inventory-of-fixtures/',
    'leistungen/uebergabeprotokoll/',
  ],
  [
    'renovation',
    'onze-diensten/renovatie/',
    'nos-services/renovation/',
    'our-services/renovation/',
    'leistungen/renovierung/',
  ],
  ['buying', 'onze-diensten/aankoop/', 'nos-services/achat/', 'our-services/buying/', 'leistungen/kauf/'],
  ['projects', 'projecten/', 'projets/', 'projects/', 'projekte/'],
  ['search', 'zoeken/', 'recherche/', 'search/', 'suche/'],
  ...[
    'privacy-statement',
    'cookie-policy',
    'disclaimer',
    'testimonials',
    'testimonials/testimonial-1',
    'testimonials/testimonial-2',
    'testimonials/testimonial-3',
  ].map((path) => [path, `${path}/`, `${path}/`, `${path}/`, `${path}/`] as const),
] as const;

/** The forms that end on a thank-you page, and how that page is called per language. */
export const FORMS = [
  'contact-me',
  'contact-appointment',
  'contact-construction',
  'contact-demand',
  'demand-register',
  'follow-properties',
  'send-to-friend',
  'site-contact',
  'sign-newsletter',
] as const;
export const THANKS = { nl: 'bedankt', fr: 'merci', en: 'thank-you', de: 'danke' } as const;

export type TestLanguage = keyof typeof THANKS;
const ORDER = ['nl', 'fr', 'en', 'de'];

/** The path of a page of the table in a language. */
export function pathOf(page: (typeof PAGE_PATHS)[number][0], language: string): string {
  const row = PAGE_PATHS.find(([name]) => name === page);
  return `/${language}/${row?.[ORDER.indexOf(language) + 1] ?? ''}`;
}
