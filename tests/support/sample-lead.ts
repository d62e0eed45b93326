import type { NewLead } from '../../src/features/lead/store-lead.server.ts';

/** A lead as the contact form sends it, with a mail to the agency and a receipt. */
export function sampleLead(changes: Partial<NewLead> = {}): NewLead {
  const email = changes.email ?? 'margriet@example.be';
  return {
    form: 'contact-me',
    token: 'token-1',
    values: { firstName: 'Margriet', lastName: 'Maertens', email, remark: 'Is de tuin zuidgericht?' },
    language: 'nl',
    page: '/nl/te-koop/grimbergen/huis/1001/',
    propertyId: '1001',
    consentVersion: '2026-11',
    email,
    within: async (_transaction, { reference }) => [
      {
        kind: 'contact-me-agency',
        to: 'info@kantoorproefhof.example',
        replyTo: email,
        subject: `Aanvraag ${reference}`,
        text: `Van ${email}`,
      },
      { kind: 'contact-me-receipt', to: email, subject: `Uw aanvraag ${reference}`, text: `Dank u, ${email}` },
    ],
    ...changes,
  };
}
