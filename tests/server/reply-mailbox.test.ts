import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { mailboxFinding } from '../../src/features/health/delivery-findings.server.ts';
import { reportFailures } from '../../src/features/health/health.server.ts';
import * as inbound from '../../src/features/lead/inbound-mail.server.ts';
import { isMailService, mailboxFailure, readReplies } from '../../src/features/lead/inbound-mail.server.ts';
import { leadAddress } from '../../src/features/lead/lead-address.server.ts';
import { inboundMail } from '../../src/features/lead/site/inbound-mail-action.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { Environment } from '../../src/platform/environment/environment.server.ts';
import { parseReplyAddress } from '../../src/platform/environment/settings-schema.server.ts';
import { respond } from '../../src/platform/http/action.server.ts';
import { openSecurityLog } from '../../src/platform/log/log.server.ts';
import { startImap, type TestMailbox } from '../support/imap.ts';
import { mailOf } from '../support/received-mail.ts';
import { openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE, SECRET } from '../support/submit.ts';

const VISITOR = 'an@visitor.example';
const PASSWORD = 'a password of the mail service, long';
let site: Site;
let database: Database;
let box: TestMailbox;
let ctx: Parameters<typeof readReplies>[0];
let address = '';
beforeAll(() => {
  site = agencySite();
});
beforeEach(async () => {
  ({ database } = await openStorage('sqlite'));
  box = await startImap();
  ctx = contextOf(box.url);
  const { reference } = await storeLead(database, {
    ...{ form: 'contact-me', token: 't', language: 'nl', page: '/nl/', consentVersion: '1', email: VISITOR },
    ...{ values: { firstName: 'An' }, within: async () => [] },
  });
  address = leadAddress(ctx, reference, 'visitor')!;
});

function contextOf(mailbox: string | undefined) {
  const replies = { address: parseReplyAddress('{lead}@replies.agency.example')!, mailbox, webhookSecret: PASSWORD };
  const log = { warn: () => {}, error: () => {}, info: () => {} } as unknown as typeof ctx.log;
  return {
    ...{ database, site, secret: SECRET, siteUrl: MAIL_SITE, studioOrigin: MAIL_SITE, wakeOutbox() {}, log },
    ...{ events: openSecurityLog(log), settings: { replies } as Environment },
  };
}
const mail = (text: string, more: Partial<Parameters<typeof mailOf>[0]> = {}) =>
  mailOf({ from: VISITOR, to: address, text, ...more });
const texts = async () =>
  (await database.db.selectFrom('lead_entries').select('text').orderBy('id').execute()).map(({ text }) => text);
const outbox = () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute();

test('mails from before the first time stay; later ones come to their leads once, and nothing is changed', async () => {
  box.add(String(mail('Lang geleden.')));
  await readReplies(ctx);
  expect(await texts()).toEqual([]);
  box.add(String(mail('Eerste.')));
  box.add(String(mailOf({ from: 'shop@spam.example', to: 'info@agency.example', text: 'Koop nu!' })));
  box.add(String(mail('Tweede.')));
  await readReplies(ctx);
  await readReplies(ctx);
  expect(await texts()).toEqual(['Eerste.', 'Tweede.']);
  // What is not for a lead is not even loaded, and no mail is marked, moved or deleted.
  expect(box.commands.filter((line) => /FETCH \d+ .*BODY\.PEEK\[\]/.test(line))).toHaveLength(2);
  expect(box.commands.filter((line) => /STORE|MOVE|COPY|EXPUNGE|APPEND|SELECT/i.test(line))).toEqual([]);
  expect((await outbox()).map(({ kind }) => kind)).toEqual(['lead-received', 'lead-received']);
});

test('a connection that breaks at any command loses no mail and stores none twice', async () => {
  await readReplies(ctx);
  for (const command of ['LOGIN', 'EXAMINE', 'SEARCH', 'HEADER', 'BODY.PEEK[]', 'LOGOUT']) {
    box.add(String(mail(`Bij ${command}`)));
    box.breaksAt = command;
    await readReplies(ctx);
    await readReplies(ctx);
    expect(box.breaksAt, command).toBeNull();
    expect((await texts()).at(-1), command).toBe(`Bij ${command}`);
  }
  expect(new Set(await texts()).size).toBe((await texts()).length);
  expect(await mailboxFailure({ database })).toBeNull();
});

test('a mailbox that was made again is read from two days ago on, and what is known stays once', async () => {
  await readReplies(ctx);
  box.add(String(mail('Gekend.')));
  await readReplies(ctx);
  box.validity = 8;
  box.add(String(mail('Nieuw.')));
  await readReplies(ctx);
  expect(await texts()).toEqual(['Gekend.', 'Nieuw.']);
});

test('a mail that is too large leaves its name; one that cannot be read holds up no other', async () => {
  await readReplies(ctx);
  box.add(String(mail('Reusachtig.')), 40 * 1024 * 1024);
  const nested = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`,
  );
  box.add(`To: ${address}\r\nFrom: ${VISITOR}\r\n${nested.join('\r\n')}\r\n`);
  box.add(`X-Long: ${'x'.repeat(3 * 1024 * 1024)}\r\n${String(mail('Kop te lang.'))}`);
  box.add(String(mail('Daarna.')));
  await readReplies(ctx);
  expect(await mailboxFailure({ database })).toBeNull();
  expect((await texts()).filter(Boolean)).toEqual(['Daarna.']);
  const files = await database.db.selectFrom('lead_files').selectAll().execute();
  expect(files).toMatchObject([{ name: 'Re uw vraag.eml', problem: 'too-large' }]);
});

test('a mailbox that cannot be read is mailed to the agency once a day, and seen by doctor', async () => {
  const wrong = contextOf(box.url.replace(/:[^:@]+@/, ':wrong@'));
  await readReplies(wrong);
  const failure = await mailboxFailure({ database });
  expect(failure?.why).toBeTruthy();
  const since = '2026-11-24T09:00:00.000Z';
  await database.db
    .updateTable('keys')
    .set({ value: `${since} closed` })
    .where('value', 'like', '2%')
    .execute();
  const settings = { ...wrong.settings, dataDir: '/nowhere', webhookSecrets: new Map(), webhookUrls: new Map() };
  const report = (afterMinutes: number) =>
    reportFailures({ database, site, settings }, Date.parse(since) + afterMinutes * 60_000);
  expect([await report(5), await report(15), await report(20)]).toEqual([0, 1, 0]);
  expect(await mailboxFinding(wrong.settings)).toMatchObject({ state: 'fail' });
  expect((await mailboxFinding(wrong.settings)).message).toMatch(/^127\.0\.0\.1 cannot be read \(.*password/i);
  expect(await mailboxFinding(ctx.settings)).toMatchObject({ state: 'ok' });
  await readReplies(ctx);
  expect(await mailboxFailure({ database })).toBeNull();
});

/** Posts a body as a mail service does. */
async function post(body: BodyInit, type: string | null, authorization: string | null = basic(PASSWORD), on = ctx) {
  const headers = { ...(type && { 'Content-Type': type }), ...(authorization && { Authorization: authorization }) };
  const request = new Request('http://localhost/api/inbound-mail', { method: 'POST', body, headers });
  const locals = {
    ...{ site, language: 'nl', query: new URLSearchParams(), requestPath: '/' },
    services: { inbound: bound(on, inbound) },
  };
  return (await respond(inboundMail, request, locals as unknown as App.Locals)).status;
}
const basic = (password: string) => `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`;
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

test('a mail service posts a mail alone, in a form or in JSON, with the address where it has it', async () => {
  const hidden = (text: string) => String(mail(text, { to: 'undisclosed@agency.example' }));
  expect(await post(new Uint8Array(mail('Alleen.')), 'message/rfc822')).toBe(204);
  expect(await post(new Uint8Array(mail('Zonder soort.')), null, `Bearer ${PASSWORD}`)).toBe(204);
  expect(await post(JSON.stringify({ RawEmail: String(mail('JSON.')) }), 'application/json')).toBe(204);
  const json = JSON.stringify({ RawEmail: hidden('Verborgen.'), OriginalRecipient: address });
  expect(await post(json, 'application/json; charset=utf-8')).toBe(204);
  expect(await post(formOf({ 'body-mime': hidden('Formulier.'), recipient: address }), null)).toBe(204);
  const envelope = JSON.stringify({ to: [address], from: VISITOR });
  expect(await post(formOf({ email: hidden('Omslag.'), envelope }), null)).toBe(204);
  expect(await texts()).toEqual(['Alleen.', 'Zonder soort.', 'JSON.', 'Verborgen.', 'Formulier.', 'Omslag.']);
});

test('without the password nothing is read, and without the setting there is no such address', async () => {
  for (const authorization of [null, '', 'Basic', basic(''), basic('wrong'), `Bearer ${PASSWORD}x`, PASSWORD])
    expect(await post(new Uint8Array(mail('x')), 'message/rfc822', authorization), String(authorization)).toBe(401);
  const closed = contextOf(undefined);
  closed.settings.replies!.webhookSecret = undefined;
  expect(await post(new Uint8Array(mail('x')), 'message/rfc822', basic(''), closed)).toBe(404);
  expect(isMailService(closed, basic(''))).toBe(false);
  expect(await texts()).toEqual([]);
});

test('what is no mail is refused; a mail of no lead goes to the agency, once and with what is lost', async () => {
  for (const [body, type] of [
    ['', 'message/rfc822'],
    ['{', 'application/json'],
    ['[]', 'application/json'],
    ['{"RawEmail":5}', 'application/json'],
    ['a=b', 'application/x-www-form-urlencoded'],
    ['--x', 'multipart/form-data; boundary=y'],
  ] as const)
    expect(await post(body, type), body).toBe(400);
  const unknown = mail('Hallo?', { to: 'x@replies.agency.example', files: [{ name: 'a.pdf', content: '%PDF-1' }] });
  expect([await post(new Uint8Array(unknown), null), await post(new Uint8Array(unknown), null)]).toEqual([204, 204]);
  const away = mail('Weg.', { to: 'x@replies.agency.example', headers: { 'Auto-Submitted': 'auto-replied' } });
  expect(await post(new Uint8Array(away), null)).toBe(204);
  const passed = await outbox();
  expect(passed.map(({ kind, reply_to }) => [kind, reply_to])).toEqual([['mail-unknown', VISITOR]]);
  expect(passed[0]?.text).toMatch(/Hallo\?[\s\S]*a\.pdf/);
});
