import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { webhookFindings } from '../../src/features/health/delivery-findings.server.ts';
import { formNamed } from '../../src/features/lead/forms.ts';
import { valueRows } from '../../src/features/lead/lead-subject.server.ts';
import { eventDelivery } from '../../src/features/webhook/send-event.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID, poster } from '../support/submit.ts';
import { type Received, startReceiver } from '../support/webhook-server.ts';
import { siteWithTargets } from '../support/webhook-site.ts';

type Crm = 'whise' | 'skarabee' | 'sweepbright' | 'omnicasa';
type Respond = (received: Received) => { status?: number; body: unknown; headers?: Record<string, string> };

const PASSWORD = 'sesame-7';
const KEYS = {
  ...{ WHISE_USERNAME: 'agency', WHISE_PASSWORD: PASSWORD, SKARABEE_USERNAME: 'agency', SKARABEE_PASSWORD: PASSWORD },
  ...{ SWEEPBRIGHT_CLIENT_ID: 'site', SWEEPBRIGHT_CLIENT_SECRET: PASSWORD },
  ...{ OMNICASA_CUSTOMER: 'agency', OMNICASA_PASSWORD: PASSWORD },
};
const VISITOR = { phone: '0470 12 34 56', message: 'Kan dat <zaterdag> & zondag?' };

/** A site whose property 35187 is that of a CRM, and a stand-in of the CRM. */
async function open(crm: Crm, { respond, crmSecrets = KEYS }: { respond: Respond; crmSecrets?: Partial<typeof KEYS> }) {
  const receiver = await startReceiver();
  receiver.respond = (received) => {
    const { status = 200, body, headers = {} } = respond(received);
    return (response) =>
      void response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const site = siteWithTargets(agencySite(), [
    { name: 'crm', format: crm, ...(crm === 'omnicasa' && { dataInUrl: true }) },
  ]);
  const url = receiver.url.replace(/hook$/, '');
  const connections = { [crm]: { url, clientId: 12, officeId: 3, sourceId: 5 } };
  Object.assign(site.settings, { import: { ...site.settings.import, connections } });
  const { database } = await openStorage('sqlite');
  const sourceId = crm === 'sweepbright' ? '12345678-1234-1234-1234-1234567890ab' : '700101';
  await database.db
    .insertInto('import_ids')
    .values({ source: crm, source_id: sourceId, property_id: Number(PROPERTY_ID) })
    .execute();
  const request = openGuardedFetch('any');
  const start = () =>
    startOutbox({
      database,
      delivery: eventDelivery({
        ...{ database, site, request, secrets: new Map(), urls: new Map(), crmSecrets },
        rowsOf: ({ form, fields }) => valueRows(formNamed(form)!, fields, site, 'nl'),
      }),
      ...{ baseMs: 20, maxMs: 50, pollMs: 20, log: { warn() {}, error() {} } },
    });
  const { post } = poster({ database, site });
  const events = () => database.db.selectFrom('outbox').selectAll().where('target', '=', 'crm').orderBy('id').execute();
  const ends = async (...states: string[]) => {
    const outbox = start();
    await eventually(async () => expect((await events()).map(({ state }) => state)).toEqual(states));
    await outbox.stop();
    return (await events()).map(({ last_error }) => last_error);
  };
  const findings = () =>
    webhookFindings(database, site.settings.webhooks.targets, {
      ...{ webhookSecrets: new Map(), webhookUrls: new Map(), crmSecrets, outgoingRequests: 'any' },
    });
  const reference = async () =>
    (await database.db.selectFrom('leads').select('reference').orderBy('id').executeTakeFirst())?.reference;
  return { receiver, post, ends, events, findings, start, reference };
}

const whise: Respond = ({ path, body }) => {
  if (path === '/token') return { body: { token: JSON.parse(body).password === PASSWORD ? 'one' : '' } };
  if (path === '/v1/admin/clients/token') return { body: { token: 'two' } };
  return { body: { contactId: 1, isValidRequest: true, validationErrors: [] } };
};
const responding = (body: object | string): Respond => {
  return (received) => (received.path.includes('contacts') ? { body } : whise(received));
};
const soap = (inner: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${inner}</s:Body></s:Envelope>`;
const sweepbright: Respond = ({ path }) =>
  path === '/oauth/token' ? { body: { access_token: 'key' } } : { status: 201, body: {} };

describe('a lead becomes a contact', () => {
  test('in Whise, for its estate', async () => {
    const { receiver, post, ends, reference } = await open('whise', { respond: whise });
    await post('contact-me', { property: PROPERTY_ID, language: 'fr', ...VISITOR });
    await ends('sent');
    const [login, client, contact] = receiver.received;
    expect([login?.path, client?.path, contact?.path]).toEqual([
      '/token',
      '/v1/admin/clients/token',
      '/v1/contacts/create',
    ]);
    expect(contact!.headers.authorization).toBe('Bearer two');
    expect(JSON.parse(contact!.body)).toEqual({
      ...{ Name: 'Maertens', FirstName: 'Margriet', PrivateEmail: 'margriet@example.be', PrivateTel: VISITOR.phone },
      ...{ CountryId: 1, LanguageId: 'fr-BE', OfficeIds: [3], EstateIds: [700_101] },
      Message: expect.stringMatching(new RegExp(`^${VISITOR.message.replace('?', '\\?')}\n[^]*\n${await reference()}`)),
      ...{ AgreementEmail: false, AgreementSms: false, AgreementMailingCampaign: false },
    });
  });

  test('in Whise, without an estate: a valuation with its answers in words', async () => {
    const { receiver, post, ends } = await open('whise', { respond: whise });
    await post('contact-demand');
    await ends('sent');
    const contact = JSON.parse(receiver.received[2]!.body);
    expect(contact).not.toHaveProperty('EstateIds');
    expect(contact.Message).toMatch(/: Hertogstraat 18\nPostcode: 1850\n.*\nType pand: Huis\n/);
    expect(contact.Message).not.toContain('propertyType');
  });

  test('in Skarabee, with its reference, and only about a publication of Skarabee', async () => {
    const respond: Respond = () => ({ body: soap('<InsertContactMesResponse/>') });
    const { receiver, post, ends, reference } = await open('skarabee', { respond });
    await post('contact-me', { property: PROPERTY_ID, ...VISITOR });
    await post('site-contact');
    await post('contact-me', { property: '35101' });
    await ends('sent');
    const [{ headers, body } = { headers: {}, body: '' }, ...more] = receiver.received;
    expect(more).toEqual([]);
    expect(headers['content-type']).toContain('http://weblink.skarabee.com/InsertContactMes');
    const sent = new XMLParser({ removeNSPrefix: true, parseTagValue: false }).parse(body);
    expect(sent.Envelope.Body.InsertContactMes.ContactMes).toEqual({
      ...{ ExternalReference: await reference(), FirstName: 'Margriet', LastName: 'Maertens' },
      ...{ CellPhone: VISITOR.phone, Email: 'margriet@example.be', Originator: 'website', PublicationID: '700101' },
      Comments: expect.stringContaining(VISITOR.message),
    });
  });

  test('in SweepBright, for its estate or without one', async () => {
    const { receiver, post, ends } = await open('sweepbright', { respond: sweepbright });
    await post('contact-me', { property: PROPERTY_ID, ...VISITOR });
    await post('site-contact');
    await ends('sent', 'sent');
    const contacts = receiver.received.filter(({ path }) => path !== '/oauth/token');
    expect(contacts.map(({ path }) => path).sort()).toEqual([
      '/contacts',
      '/estates/12345678-1234-1234-1234-1234567890ab/contacts',
    ]);
    const own = contacts.find(({ path }) => path.startsWith('/estates'))!;
    expect(own.headers).toMatchObject({
      authorization: 'Bearer key',
      accept: 'application/vnd.sweepbright.v20241030+json',
    });
    expect(JSON.parse(own.body)).toMatchObject({ first_name: 'Margriet', email: 'margriet@example.be', locale: 'nl' });
    expect(receiver.received[0]!.body).toBe('grant_type=client_credentials&client_id=site&client_secret=sesame-7');
  });

  test('in Omnicasa, whose URL holds it', async () => {
    const respond: Respond = () => ({ body: { ContactOnMeJsonResult: { Code: 0, Success: true, Value: 1 } } });
    const { receiver, post, ends } = await open('omnicasa', { respond });
    await post('contact-me', { property: PROPERTY_ID, ...VISITOR });
    await ends('sent');
    const [{ path } = { path: '' }] = receiver.received;
    expect(JSON.parse(new URL(path, 'http://x').searchParams.get('json')!)).toMatchObject({
      ...{ CustomerName: 'agency', CustomerPassword: PASSWORD, Name: 'Maertens', ObjectID: 700_101, SourceId: 5 },
      Content: expect.stringContaining(VISITOR.message),
    });
  });
});

describe('a CRM that does not take it', () => {
  test('is asked again after an error, under the same reference', async () => {
    let calls = 0;
    const respond: Respond = () => {
      calls += 1;
      return calls < 3 ? { status: 500, body: soap('<s:Fault/>') } : { body: soap('<InsertContactMesResponse/>') };
    };
    const { receiver, post, ends } = await open('skarabee', { respond });
    await post('contact-me', { property: PROPERTY_ID });
    await ends('sent');
    const references = receiver.received.map(({ body }) => /<ExternalReference>([^<]+)</.exec(body)?.[1]);
    expect([references.length, new Set(references).size]).toEqual([3, 1]);
  });

  test.each<[string, Crm, Respond, string]>([
    [
      'Whise, which calls a request valid that it did not understand',
      'whise',
      responding({ isValidRequest: true, validationErrors: [{ message: "Could not find member 'X'" }] }),
      "Whise did not take the contact: Could not find member 'X'",
    ],
    ['Whise, which says nothing', 'whise', responding('null'), 'Whise did not say whether it took the contact'],
    [
      'SweepBright, which finds a mistake',
      'sweepbright',
      (received) => (received.path === '/oauth/token' ? sweepbright(received) : { status: 422, body: { errors: {} } }),
      '/estates/12345678-1234-1234-1234-1234567890ab/contacts responded with 422',
    ],
  ])('is not asked again when trying cannot help: %s', async (_name, crm, respond, said) => {
    const { post, ends, findings } = await open(crm, { respond });
    await post('contact-me', { property: PROPERTY_ID });
    expect(await ends('failed')).toEqual([said]);
    expect(await findings()).toMatchObject([{ state: 'fail', message: expect.stringContaining('1 given up') }]);
  });

  test.each<[string, Crm, Respond, string]>([
    ['a refused login', 'whise', () => ({ body: {} }), 'Whise refused the login'],
    ['a login without a key', 'sweepbright', () => ({ body: {} }), 'SweepBright refused the login'],
    ['a web page', 'sweepbright', () => ({ body: '<html>' }), 'its response cannot be read'],
    ['a fault', 'skarabee', () => ({ body: soap('<s:Fault/>') }), 'Skarabee did not take the contact'],
    ['another response', 'skarabee', () => ({ body: '<html/>' }), 'the response is none of Skarabee'],
    [
      'no success',
      'omnicasa',
      () => ({ body: { ContactOnMeJsonResult: { Success: false } } }),
      'Omnicasa did not take',
    ],
    [
      'too many requests',
      'whise',
      () => ({ status: 429, body: '', headers: { 'retry-after': '60' } }),
      '/token responded with 429',
    ],
  ])('is asked again later: %s (%s)', async (_name, crm, respond, said) => {
    const { post, start, events } = await open(crm, { respond });
    await post('contact-me', { property: PROPERTY_ID });
    const outbox = start();
    await eventually(async () => expect((await events())[0]!.last_error).toContain(said));
    await outbox.stop();
    const [event] = await events();
    expect(event!.state).toBe('pending');
    expect(event!.last_error).not.toMatch(/sesame|margriet/);
  });

  test('without its keys, the lead waits and the operator is told which', async () => {
    const { receiver, post, start, events, findings } = await open('whise', { respond: whise, crmSecrets: {} });
    await post('contact-me', { property: PROPERTY_ID });
    const outbox = start();
    await eventually(async () => expect((await events())[0]!.attempts).toBeGreaterThan(0));
    await outbox.stop();
    expect(receiver.received).toEqual([]);
    expect(await findings()).toMatchObject([{ state: 'fail', message: '"crm" has no key: set WHISE_USERNAME' }]);
  });
});
