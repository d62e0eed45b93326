import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { sendOnlineUrls } from '../../src/features/import/send-online-urls.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';
import { estate, estateId, startSweepbright } from '../support/sweepbright-server.ts';
import { startReceiver } from '../support/webhook-server.ts';

const SITE_URL = 'https://www.example.be';
const propertyId = Number(PROPERTY_ID);
const ALL_KEYS = {
  ...{ SWEEPBRIGHT_CLIENT_ID: 'site', SWEEPBRIGHT_CLIENT_SECRET: 'right-secret' },
  ...{ SKARABEE_USERNAME: 'agency', SKARABEE_PASSWORD: 'right' },
};

async function open(source: string, sourceId: string, connection: object) {
  const { database } = await openStorage('sqlite');
  const agency = agencySite();
  const settings = {
    ...agency.settings,
    import: { ...agency.settings.import, schedule: { [source]: 60 }, connections: { [source]: connection } },
  };
  const site = { ...agency, settings } as typeof agency;
  const rows = { source, source_id: sourceId, property_id: propertyId };
  await database.db.insertInto('import_ids').values(rows).execute();
  const send = (
    { hidden = [], keys = ALL_KEYS, siteUrl = SITE_URL, signal = new AbortController().signal } = {} as {
      hidden?: number[];
      keys?: Record<string, string>;
      siteUrl?: string;
      signal?: AbortSignal;
    },
  ) =>
    sendOnlineUrls(database, {
      ...{ site, siteUrl, signal, hidden: new Set(hidden) },
      ...{ settings: { crmSecrets: keys, dataDir: '' }, request: openGuardedFetch('any') },
    });
  const page = SITE_URL + site.listingPath(site.listing(propertyId)!, site.defaultLanguage);
  return { database, send, page };
}

test('SweepBright gets the URL of a page once, and again after it has changed', async () => {
  const crm = await startSweepbright([estate(1)]);
  const { database, send, page } = await open('sweepbright', estateId(1), { url: crm.url });
  expect(await send()).toBe(1);
  expect([...crm.urls]).toEqual([[estateId(1), page]]);
  expect(await send()).toBe(0);
  await database.db
    .updateTable('import_ids')
    .set({ online_url: `${SITE_URL}/nl/old/` })
    .execute();
  expect(await send()).toBe(1);
  expect(crm.asked.filter((asked) => asked.startsWith('PUT'))).toHaveLength(2);
});

test('what SweepBright does not take is sent by a later call', async () => {
  const crm = await startSweepbright([estate(1)]);
  const { send } = await open('sweepbright', estateId(1), { url: crm.url });
  crm.misbehave = (_, response) => !!response.writeHead(500).end();
  await expect(send()).rejects.toThrow(/sweepbright .*responded with 500/);
  crm.misbehave = null;
  expect(await send()).toBe(1);
});

test.each<[string, object, { siteUrl?: string; keys?: Record<string, string>; signal?: AbortSignal }]>([
  ['from a local site', {}, { siteUrl: 'http://localhost:3000' }],
  ['without keys', {}, { keys: {} }],
  ['when the settings say so', { sendUrl: false }, {}],
  ['by a site that stops', {}, { signal: AbortSignal.abort() }],
])('nothing is sent %s', async (_, connection, options) => {
  const crm = await startSweepbright([estate(1)]);
  const { send } = await open('sweepbright', estateId(1), { url: crm.url, ...connection });
  expect(await send(options)).toBe(0);
  expect(crm.urls.size).toBe(0);
});

test('Skarabee hears where a publication is online, and that it no longer is', async () => {
  const receiver = await startReceiver();
  const soap = (inner: string) =>
    `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${inner}</s:Body></s:Envelope>`;
  const reply = (inner: string) => {
    receiver.respond = () => (response) => void response.end(soap(inner));
  };
  const { send, page } = await open('skarabee', '9001', { url: receiver.url });
  const last = () =>
    new XMLParser({ removeNSPrefix: true, parseTagValue: false }).parse(receiver.received.at(-1)!.body).Envelope.Body
      .Feedback.Feedback;
  reply('<s:Fault/>');
  await expect(send()).rejects.toThrow('Skarabee did not take the URL of a property');
  receiver.respond = () => (response) => void response.end('<html><body>Maintenance</body></html>');
  await expect(send()).rejects.toThrow('the response is none of Skarabee');
  reply('<FeedbackResponse/>');
  expect(await send()).toBe(1);
  expect(last()).toEqual({ PublicationID: '9001', Status: 'AVAILABLE', ExternalID: PROPERTY_ID, URL: page });
  expect(await send()).toBe(0);
  expect(await send({ hidden: [propertyId] })).toBe(1);
  expect(last()).toEqual({ PublicationID: '9001', Status: 'DELETED', ExternalID: PROPERTY_ID });
  expect(await send({ hidden: [propertyId] })).toBe(0);
});
