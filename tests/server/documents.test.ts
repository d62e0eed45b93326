import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { askedBefore, askedCookie } from '../../src/features/document/document-cookie.server.ts';
import { listByLink, openByLink, openPublic } from '../../src/features/document/documents.server.ts';
import { downloadResponse } from '../../src/platform/http/responses.server.ts';
import type { RecordEvent } from '../../src/platform/outbox/record-event.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { testFolder } from '../support/folder.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, linksIn, PROPERTY_ID, poster, SECRET, stored } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

const document = (File: string, more: object = {}) => ({
  File,
  Title: { nl: 'Energiecertificaat' },
  Kind: 'energy' as const,
  ...more,
});

/** An agency whose property has a private and a public document, and others that lead out of the folder. */
async function open() {
  const { database } = await openStorage('sqlite');
  const contentDir = testFolder();
  const folder = join(contentDir, 'documents', PROPERTY_ID);
  mkdirSync(folder, { recursive: true });
  for (const name of ['epc.pdf', 'open.pdf']) writeFileSync(join(folder, name), `document ${name}`);
  writeFileSync(join(contentDir, 'secret.json'), 'secret');
  symlinkSync(join(contentDir, 'secret.json'), join(folder, 'way-out.pdf'));
  const documents = [
    document(`${PROPERTY_ID}/epc.pdf`),
    document(`${PROPERTY_ID}/open.pdf`, { Public: true }),
    document(`${PROPERTY_ID}/way-out.pdf`, { Public: true }),
    document('../secret.json', { Public: true }),
    document(`${PROPERTY_ID}/lost.pdf`),
    document(PROPERTY_ID, { Public: true }),
  ];
  const site = createSite({
    ...agency,
    documents: { [PROPERTY_ID]: documents, 35101: [document(`${PROPERTY_ID}/epc.pdf`)] },
  });
  await poster({ database, site }).post('document-request', { property: PROPERTY_ID });
  const { leads, mails } = await stored(database);
  const token = linksIn(mails.find(({ kind }) => kind === 'documents')!)[0]!;
  const events: object[] = [];
  const recordEvent: RecordEvent = async (_transaction, event) => {
    events.push(event);
    return [];
  };
  return { database, site, contentDir, secret: SECRET, recordEvent, events, token, lead: leads[0]! };
}

test('the link in the mail opens the documents of that property and notes each opening', async () => {
  const { token, lead, ...parts } = await open();
  expect(listByLink(parts, token, 'nl')?.documents[0]).toEqual({ n: 0, title: 'Energiecertificaat', isPublic: false });
  const response = downloadResponse(await openByLink(parts, token, 0, 'nl'));
  expect(await response.text()).toBe('document epc.pdf');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${PROPERTY_ID}-energiecertificaat.pdf"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await parts.database.db.selectFrom('document_openings').selectAll().execute()).toMatchObject([
    { property_id: PROPERTY_ID, lead_id: lead.id, document: `${PROPERTY_ID}/epc.pdf` },
  ]);
  expect(parts.events).toEqual([{ type: 'document.opened', id: expect.any(String) }]);
});

test('the name of a download is plain, whatever the title of the document', async () => {
  const { token, contentDir, site, ...parts } = await open();
  for (const title of [
    'Plan "A".exe',
    'Plan\r\nSet-Cookie: a=b',
    '../../etc/passwd',
    'Énergie; filename=x.html',
    '😀',
  ]) {
    const documents = { [PROPERTY_ID]: [document(`${PROPERTY_ID}/epc.pdf`, { Title: { nl: title } })] };
    const opened = await openByLink({ ...parts, contentDir, site: { ...site, documents } }, token, 0, 'nl');
    const { headers, body } = downloadResponse(opened);
    await body?.cancel();
    expect(headers.get('content-disposition'), title).toMatch(
      new RegExp(`^attachment; filename="${PROPERTY_ID}-[a-z0-9-]+\\.pdf"$`),
    );
  }
});

test('a link that is truncated, expired or made for something else opens nothing', async () => {
  const { token, lead, ...parts } = await open();
  const sign = (property: string, leadId: string, validMs = 1000) =>
    mailLinkToken(SECRET, { do: 'documents', property, lead: leadId }, Date.now(), validMs);
  for (const wrong of [
    '',
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    token.split('.')[0]!,
    sign(PROPERTY_ID, lead.id, -1),
    sign('35101', lead.id),
    sign(PROPERTY_ID, 'somebody else'),
    sign('__proto__', lead.id),
    mailLinkToken(SECRET, { do: 'handled', reference: lead.reference }),
  ])
    expect(await openByLink(parts, wrong, 0, 'nl'), wrong).toBeNull();
  expect(downloadResponse(null).status).toBe(404);
});

test('no path leads out of the folder, and a missing file is not a document', async () => {
  const { token, ...parts } = await open();
  for (const n of [2, 3, 4, 5, 6, -1, 0.5, Number.NaN])
    expect(await openByLink(parts, token, n, 'nl'), String(n)).toBeNull();
});

const READER = '192.0.2.1';

test('who opens a public document again is counted once', async () => {
  const { token: _token, ...parts } = await open();
  const openings = () => parts.database.db.selectFrom('document_openings').selectAll().execute();
  const before = (await openings()).length;
  for (const ip of [READER, READER, '192.0.2.2', READER])
    await downloadResponse(await openPublic(parts, Number(PROPERTY_ID), 1, 'nl', ip)).text();
  expect((await openings()).length - before).toBe(2);
});

test('without a link only public documents open', async () => {
  const { token: _token, ...parts } = await open();
  expect(await downloadResponse(await openPublic(parts, Number(PROPERTY_ID), 1, 'nl', READER)).text()).toBe(
    'document open.pdf',
  );
  for (const n of [0, 2, 3, 5, 99])
    expect(await openPublic(parts, Number(PROPERTY_ID), n, 'nl', READER), String(n)).toBeNull();
  expect(await openPublic(parts, 1, 1, 'nl', READER)).toBeNull();
});

test('a link ends with the lead it came from', async () => {
  const { token, ...parts } = await open();
  await parts.database.db.deleteFrom('leads').execute();
  expect(await openByLink(parts, token, 0, 'nl')).toBeNull();
});

test('a returning browser is known by its cookie, which nobody else can write', () => {
  const cookie = askedCookie({ secret: SECRET, siteUrl: 'http://agency.example' }, ['35101'], '35187');
  const value = /^documents=([^;]+); Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/.exec(cookie)![1]!;
  expect(askedBefore({ secret: SECRET }, value)).toEqual(['35187', '35101']);
  for (const wrong of [null, '', '~', value.replace('35101', '35102'), value.slice(0, -1), '35187~'])
    expect(askedBefore({ secret: SECRET }, wrong), String(wrong)).toEqual([]);
  expect(askedCookie({ secret: SECRET, siteUrl: 'https://agency.example' }, [], '1')).toContain('; Secure');
});

test('for a property without documents the mail says so and has no link', async () => {
  const { database } = await openStorage('sqlite');
  const site = createSite({ ...agency, documents: {} });
  expect(await poster({ database, site }).post('document-request', { property: PROPERTY_ID })).toMatchObject({
    ok: true,
  });
  const mail = (await stored(database)).mails.find(({ kind }) => kind === 'documents')!;
  expect(mail.text).toContain('nog geen documenten');
  expect(linksIn(mail)).toEqual([]);
});
