/** Every form with its pages, as a visitor comes to them. */
export const FORM_PAGES: readonly (readonly [form: string, pages: { nl: string; de: string }])[] = [
  ['contact-me', { nl: '/nl/contact-me/?property=35187', de: '/de/contact-me/?property=35187' }],
  [
    'contact-appointment',
    { nl: '/nl/contact-appointment/?property=35187', de: '/de/contact-appointment/?property=35187' },
  ],
  [
    'contact-construction',
    { nl: '/nl/contact-construction/?project=801', de: '/de/contact-construction/?project=801' },
  ],
  ['contact-demand', { nl: '/nl/gratis-schatting/', de: '/de/kostenlose-bewertung/' }],
  ['demand-register', { nl: '/nl/hou-me-op-de-hoogte/', de: '/de/auf-dem-laufenden/' }],
  ['send-to-friend', { nl: '/nl/send-to-friend/?property=35187', de: '/de/send-to-friend/?property=35187' }],
  ['site-contact', { nl: '/nl/contact/', de: '/de/kontakt/' }],
  ['sign-newsletter', { nl: '/nl/sign-newsletter/', de: '/de/sign-newsletter/' }],
  ['document-request', { nl: '/nl/document-request/?property=35187', de: '/de/document-request/?property=35187' }],
  ['testimonial', { nl: '/nl/testimonial/', de: '/de/testimonial/' }],
  ['offer', { nl: '/nl/offer/?property=35187', de: '/de/offer/?property=35187' }],
  ['follow-properties', { nl: '/nl/panden-volgen/?ids=35187', de: '/de/immobilien-folgen/?ids=35187' }],
];
