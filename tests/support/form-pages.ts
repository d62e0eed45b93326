/** Every form with its pages, as a visitor comes to them. */
export const FORM_PAGES: readonly (readonly [form: string, pages: { nl: string; de: string }])[] = [
  ['contact-me', { nl: '/nl/contact-me/?property=24187', de: '/de/contact-me/?property=24187' }],
  [
    'contact-appointment',
    { nl: '/nl/contact-appointment/?property=24187', de: '/de/contact-appointment/?property=24187' },
  ],
  [
    'contact-construction',
    { nl: '/nl/contact-construction/?project=501', de: '/de/contact-construction/?project=501' },
  ],
  ['contact-demand', { nl: '/nl/gratis-schatting/', de: '/de/kostenlose-bewertung/' }],
  ['demand-register', { nl: '/nl/hou-me-op-de-hoogte/', de: '/de/auf-dem-laufenden/' }],
  ['send-to-friend', { nl: '/nl/send-to-friend/?property=24187', de: '/de/send-to-friend/?property=24187' }],
  ['site-contact', { nl: '/nl/contact/', de: '/de/kontakt/' }],
  ['sign-newsletter', { nl: '/nl/sign-newsletter/', de: '/de/sign-newsletter/' }],
  ['document-request', { nl: '/nl/document-request/?property=24187', de: '/de/document-request/?property=24187' }],
  ['testimonial', { nl: '/nl/testimonial/', de: '/de/testimonial/' }],
  ['offer', { nl: '/nl/offer/?property=24187', de: '/de/offer/?property=24187' }],
];
