import { describe, expect, test } from 'vitest';
import { PROCESSINGS } from '../../src/features/privacy/processing-activities.ts';
import { bodyOf, type LeadEvent } from '../../src/features/webhook/outgoing-event.ts';
import { receiversOf, recipientIn } from '../../src/features/webhook/receivers.ts';
import { EVENT_TYPES, type WebhookTarget, webhookSettings } from '../../src/features/webhook/settings.ts';

const LEAD: LeadEvent = {
  id: 'l1',
  reference: '2611-7KQ4M',
  form: 'contact-appointment',
  language: 'nl',
  page: 'https://agency.example/nl/te-koop/meise/villa/35187/',
  property: {
    ...{ id: 35187, reference: 'M-35187', source: 'whise', sourceId: '700101', goal: 'sale' },
    url: 'https://agency.example/nl/te-koop/meise/villa/35187/',
  },
  project: null,
  person: { firstName: 'An', lastName: 'Peeters', email: 'an@example.org', phone: null },
  message: 'Ik wil graag langskomen op zaterdag.',
  fields: { startDate: '2027-01-11', contactPreference: ['phone', 'email'] },
  consent: { version: '2026-01', newsletter: false },
  campaign: { utm_source: 'letter' },
};
const EVENT = { type: 'lead.created', timestamp: '2026-11-22T09:30:00.000Z', data: LEAD } as const;

describe('the body of an event', () => {
  test('is nested in the standard format', () => {
    expect(JSON.parse(bodyOf(EVENT, 'standard'))).toEqual(EVENT);
  });

  test('has one level in the flat format, with names for mapping field by field', () => {
    expect(JSON.parse(bodyOf(EVENT, 'flat'))).toEqual({
      event: 'lead.created',
      created_at: '2026-11-22T09:30:00.000Z',
      id: 'l1',
      reference: '2611-7KQ4M',
      form: 'contact-appointment',
      language: 'nl',
      page: 'https://agency.example/nl/te-koop/meise/villa/35187/',
      property_id: 35187,
      property_reference: 'M-35187',
      property_source: 'whise',
      property_source_id: '700101',
      property_goal: 'sale',
      property_url: 'https://agency.example/nl/te-koop/meise/villa/35187/',
      project: '',
      first_name: 'An',
      last_name: 'Peeters',
      email: 'an@example.org',
      phone: '',
      message: 'Ik wil graag langskomen op zaterdag.',
      fields_start_date: '2027-01-11',
      fields_contact_preference: 'phone, email',
      consent_version: '2026-01',
      consent_newsletter: false,
      utm_source: 'letter',
    });
  });
});

test('the flat format has the same fields with and without a property', () => {
  const keysOf = (data: LeadEvent) => Object.keys(JSON.parse(bodyOf({ ...EVENT, data }, 'flat')));
  expect(keysOf({ ...LEAD, property: null })).toEqual(keysOf(LEAD));
  expect(JSON.parse(bodyOf({ ...EVENT, data: { ...LEAD, property: null } }, 'flat'))).toMatchObject({
    ...{ property_id: '', property_source_id: '', property_url: '' },
  });
});

describe('settings/webhooks.json', () => {
  const target = { name: 'crm', url: 'https://crm.example/hooks', recipient: { nl: 'Het pakket' } };

  test('a target sends leads in the standard format unless it says otherwise', () => {
    expect(webhookSettings.parse({ targets: [target] }).targets).toEqual([
      { ...target, format: 'standard', events: ['lead.created'] },
    ]);
  });

  test.each([
    [{ targets: [target, target] }, 'Give each target a name of its own'],
    [{ targets: [{ ...target, name: 'My CRM' }] }, 'Use small letters, digits and "-" for the name of a target'],
    [{ targets: [{ ...target, url: 'ftp://crm.example' }] }, 'Use a full URL such as https://crm.example/hooks'],
    [{ targets: [{ ...target, events: [] }] }, 'Too small'],
    [{ targets: [{ ...target, secret: 'whsec_x' }] }, 'Unrecognized key'],
    [{ targets: [{ ...target, format: 'whise', events: ['viewing.booked'] }] }, 'A CRM takes leads only'],
    [{ targets: [{ ...target, format: 'omnicasa' }] }, 'Write "dataInUrl": true to accept that'],
  ])('%j is refused', (data, message) => {
    const { error } = webhookSettings.safeParse(data);
    expect(error?.issues.map((issue) => issue.message).join()).toContain(message);
  });

  test('a name that comes twice is found beside other mistakes, at its place', () => {
    const { error } = webhookSettings.safeParse({ targets: [{ ...target, url: 'x' }, target, { name: 'crm' }] });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['targets.0.url', 'targets.1.name', 'targets.2.recipient', 'targets.2.name']),
    );
  });
});

describe('the privacy statement names a target', () => {
  const target = (events: WebhookTarget['events']) =>
    webhookSettings.parse({
      targets: [{ name: 'crm', recipient: { nl: 'x' }, events }],
    }).targets;
  const named = (events: WebhookTarget['events']) =>
    PROCESSINGS.filter((one) => receiversOf(one, target(events)).length > 0).map(({ name }) => name.slice(11));

  test.each([
    [{ nl: 'Het pakket', fr: 'Le logiciel' }, 'Le logiciel'],
    [{ nl: 'Het pakket' }, 'Het pakket'],
    [{ nl: ' ', fr: '' }, 'crm'],
  ])('by %j in French as %j', (recipient, words) => expect(recipientIn({ name: 'crm', recipient }, 'fr')).toBe(words));

  test.each([
    [['search.confirmed'], ['SEARCH']],
    [['viewing.changed'], ['VIEWING']],
    [['document.opened'], ['DOCUMENTS']],
    [['person.erased'], []],
    [['lead.created'], ['QUESTION', 'VIEWING', 'OFFER', 'DOCUMENTS', 'VALUATION', 'SEARCH', 'TESTIMONIAL']],
  ] as const)('that receives %j at %j', (events, names) => expect(named([...events])).toEqual(names));

  test('with every event, at everything but addresses that others may have entered, and what is not sent', () => {
    const not = [
      'WORK',
      'STAFF',
      'SHARED',
      'FRIEND',
      'TENANT',
      'NEWSLETTER',
      'OWNERS',
      'VIEWS',
      'SEARCHED',
      'ABUSE',
    ].map((name) => `PROCESSING_${name}`);
    expect(named([...EVENT_TYPES]).map((name) => `PROCESSING_${name}`)).toEqual(
      PROCESSINGS.map(({ name }) => name as string).filter((name) => !not.includes(name)),
    );
  });
});
