import { expect, test } from 'vitest';
import { createSite } from '../../src/content/site/site.ts';
import type { FormValues } from '../../src/features/form/form.ts';
import { leadSubject, officeOfLead } from '../../src/features/lead/lead-subject.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

const agency = agencySite();
const office = (id: string, postcodes: string[], agents: string[] = []) => ({
  ...{ id, name: { nl: id }, street: 'Straat 1', zip: '1000', city: { nl: 'Brussel' }, latitude: 50, longitude: 4 },
  ...{ phone: '021234567', email: `${id}@agency.example`, hours: {}, openingHours: [], agents, postcodes },
});
const offices = [
  office('main', []),
  office('north', ['2000-2999'], [agency.listing(Number(PROPERTY_ID))!.manager ?? '']),
];
const site = createSite({ ...agency, settings: { ...agency.settings, offices: { offices } } });
const none = leadSubject({ about: 'property' } as never, {}, site);
const officeOf = (values: FormValues) => officeOfLead(none, values, site);

test('the office of a lead is that of its property, else of the first property that was chosen', () => {
  expect(officeOfLead(leadSubject({ about: 'property' } as never, { property: PROPERTY_ID }, site), {}, site)).toBe(
    'north',
  );
  expect(officeOf({ ids: [PROPERTY_ID] })).toBe('north');
});

test('else that of the postcode, the towns or the list of postcodes; else nobody decides', () => {
  expect(officeOf({ zip: '2100' })).toBe('north');
  expect(officeOf({ towns: ['2100|Deurne'] })).toBe('north');
  expect(officeOf({ zips: '1000, 2100' })).toBe('north');
  expect(officeOf({ zip: '9000' })).toBeNull();
  expect(officeOf({})).toBeNull();
});

test('a new lead is open: nobody has handled it, snoozed it or taken it', async () => {
  const { database } = await openStorage('sqlite');
  const values = { firstName: 'An', lastName: 'Peeters', email: 'an@visitor.example', message: 'Dag' };
  await storeLead(database, {
    ...{
      form: 'contact-me',
      token: 't',
      language: 'nl',
      page: '/nl/',
      consentVersion: '1',
      email: values.email,
      values,
    },
    within: async () => [],
  });
  const lead = await database.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
  expect(lead).toMatchObject({ status: 'new', handled_at: null });
});
