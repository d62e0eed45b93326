import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { leadAddress } from '../../src/features/lead/lead-address.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { parseReplyAddress } from '../../src/platform/environment/settings-schema.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { LIVE_SECRET, type LiveSite } from '../support/live-site.ts';
import { mailOf } from '../support/received-mail.ts';
import { askStudio, type employAll, openStudio, putLead } from '../support/studio-site.ts';
import { startsByDay, storeViewing } from '../support/studio-viewings.ts';

const MEMBER = 'bram-de-ridder';
const ADDRESS = 'reply@agency.example';
const WORD = 'the password of the mail service, long enough';
const VISITOR = 'an@visitor.example';
let live: LiveSite;
let database: Database;
let people: Awaited<ReturnType<typeof employAll>>;

let close = async () => {};
beforeAll(async () => {
  ({ live, people, database, close } = await openStudio(inject('site'), ['agent', 'office', 'reader', 'editor'], {
    member: MEMBER,
    variables: { REPLY_ADDRESS: ADDRESS, REPLY_WEBHOOK_SECRET: WORD },
  }));
}, 60_000);
afterAll(() => close());

const cookieOf = (role: 'agent' | 'office' | 'reader' | 'editor') => present(people.get(role), role).cookie;
const page = async (path: string, role: Parameters<typeof cookieOf>[0] = 'office') => {
  const response = await askStudio(live, path, { cookie: cookieOf(role) });
  return { ...response, page: parse(response.text) };
};
const addressOf = (reference: string, writer: 'visitor' | 'agency' = 'visitor') =>
  present(
    leadAddress(
      { secret: LIVE_SECRET, settings: { replies: { address: present(parseReplyAddress(ADDRESS), ADDRESS) } } },
      reference,
      writer,
    ),
    reference,
  );
/** Posts a mail as a mail service does, from outside and without an origin. */
const post = (mail: Buffer, password = WORD) =>
  fetch(`${live.url}/api/inbound-mail`, {
    method: 'POST',
    body: new Uint8Array(mail),
    headers: { 'Content-Type': 'message/rfc822', Authorization: `Bearer ${password}` },
  });

describe('a mail of a visitor', () => {
  const TEXT = 'Donderdag past ons.\n\nOp ma 30 nov. schreef Nele:\n> Past donderdag?';
  const files = [
    { name: 'plan.pdf', content: '%PDF-1.7 een plan' },
    { name: '<i>macro.docm', content: 'x' },
  ];
  let reference = '';
  beforeAll(async () => {
    reference = await putLead(live, { email: VISITOR });
    const mail = mailOf({ from: `<i>An</i> <${VISITOR}>`, to: addressOf(reference), text: TEXT, files });
    expect((await post(mail, `${WORD}x`)).status).toBe(401);
    expect((await post(mail)).status).toBe(204);
  });

  test('stands in the lead with its words, what it quotes behind a fold, and its files', async () => {
    const entry = present((await page(`/studio/leads/${reference}/`)).page.querySelector('.s-received'), 'entry');
    expect(entry.querySelector('.s-text')?.text).toBe('Donderdag past ons.');
    expect(entry.querySelector('details')?.text).toContain('> Past donderdag?');
    expect(entry.querySelectorAll('.s-files a').map((link) => link.text.trim())).toEqual(['plan.pdf']);
    expect(entry.querySelector('.s-files')?.text).toContain('macro.docm: niet bewaard');
    expect(entry.querySelectorAll('i, b')).toEqual([]);
    const list = (await page('/studio/leads/')).page.querySelector(`a[href="/studio/leads/${reference}/"]`);
    expect(list?.text).toContain('heeft geschreven');
  });

  test('its file is a download for who may read the lead, in the audit, and for nobody else', async () => {
    const link = (await page(`/studio/leads/${reference}/`)).page.querySelector('.s-files a');
    const path = present(link?.getAttribute('href'), 'file');
    const opened = await page(path);
    expect([opened.status, opened.text]).toEqual([200, '%PDF-1.7 een plan']);
    expect(opened.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-content-type-options': 'nosniff' });
    expect(String(opened.headers['content-disposition'])).toMatch(/^attachment/);
    const events = database.db.selectFrom('staff_events').selectAll().where('action', '=', 'lead-file');
    expect(await events.execute()).toMatchObject([{ subject: reference }]);
    // Another lead does not open it, and an agent does not see the lead of a colleague.
    const other = await putLead(live, { email: 'other@visitor.example' });
    expect((await page(path.replace(reference, other))).status).toBe(404);
    expect((await page(path, 'editor')).status).toBe(404);
    const assigned = { reference, expected: '', to: present(people.get('office'), 'office').id };
    await askStudio(live, '/studio/do/lead-assign/', { cookie: cookieOf('office'), fields: assigned });
    expect((await page(path, 'agent')).status).toBe(404);
    expect((await askStudio(live, path)).status).toBe(303);
  });

  test('the page says where replies come, and shows the address for colleagues, not that of the visitor', async () => {
    const { text } = await page(`/studio/leads/${reference}/`);
    expect(text).toContain(addressOf(reference, 'agency'));
    expect(text).not.toContain(addressOf(reference));
    expect(text).toContain('komt hier');
  });
});

describe('the viewing that a lead asked for', () => {
  const REMARK = 'Kan ik met de rolstoel binnen?';
  let reference = '';
  let viewing = '';
  const state = async () =>
    (await database.db.selectFrom('viewings').select('state').where('id', '=', viewing).executeTakeFirst())?.state;
  beforeAll(async () => {
    reference = await putLead(live, { email: 'rol@visitor.example' });
    const lead = await database.db
      .selectFrom('leads')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst();
    const { id: lead_id } = present(lead, reference);
    const form_values = JSON.stringify({ firstName: 'Rol', lastName: 'Stoel', remark: REMARK });
    await database.db.updateTable('leads').set({ form_values }).where('id', '=', lead_id).execute();
    const start = present(startsByDay(live)[1]?.[0], 'start');
    const held_until = new Date(Date.now() + 3_600_000).toISOString();
    viewing = await storeViewing(database, start, { lead_id, state: 'requested', held_until });
  });

  test('is confirmed beside the lead, and taken back there', async () => {
    const before = await page(`/studio/leads/${reference}/`);
    const form = present(before.page.querySelector('form[action="/studio/do/viewing-confirm/"]'), 'form');
    const fields = Object.fromEntries(
      form.querySelectorAll('input').map((one) => [one.getAttribute('name') ?? '', one.getAttribute('value') ?? '']),
    );
    const cookie = cookieOf('office');
    const done = await askStudio(live, '/studio/do/viewing-confirm/', { cookie, fields });
    expect(String(done.headers.location)).toBe(`/studio/leads/${reference}/?done=confirmed-asked`);
    expect(await state()).toBe('confirmed');
    const undo = (await page(`/studio/leads/${reference}/?done=confirmed`)).page.querySelector(
      'form[action="/studio/do/viewing-undo/"]',
    );
    const back = Object.fromEntries(
      present(undo, 'undo')
        .querySelectorAll('input')
        .map((one) => [one.getAttribute('name') ?? '', one.getAttribute('value') ?? '']),
    );
    await askStudio(live, '/studio/do/viewing-undo/', { cookie, fields: back });
    expect(await state()).toBe('requested');
  });

  test('a reader sees it without a button, and no action leads off the studio', async () => {
    const { page: seen } = await page(`/studio/leads/${reference}/`, 'reader');
    expect(seen.querySelector(`a[href="/studio/agenda/${viewing}/"]`)).not.toBeNull();
    expect(seen.querySelector('form[action^="/studio/do/viewing-"]')).toBeNull();
    for (const back of ['https://evil.example/', '//evil.example', '/studio/leads/../../nl/', '/studio/leads/a/?x=1'])
      for (const [action, fields] of [
        ['viewing-undo', { viewing, change: 'none', back }],
        ['lead-note', { reference, text: 'x', back }],
      ] as const) {
        const { headers } = await askStudio(live, `/studio/do/${action}/`, { cookie: cookieOf('office'), fields });
        expect(String(headers.location), action).toMatch(/^\/studio\/(?:agenda|leads)\/[\w-]+\/\?\w+=/);
      }
  });

  test('its page and the agenda have the remark; a note that is written there is in the lead', async () => {
    const path = `/studio/agenda/${viewing}/`;
    expect((await page(path)).text).toContain(REMARK);
    const fields = { reference, text: 'Drempel van 12 cm.', back: path };
    const { headers } = await askStudio(live, '/studio/do/lead-note/', { cookie: cookieOf('office'), fields });
    expect(String(headers.location)).toBe(`${path}?done=noted`);
    for (const one of [path, `/studio/leads/${reference}/`])
      expect((await page(one)).text).toContain('Drempel van 12 cm.');
  });

  test('a report that was given is shown, and is changed behind a fold', async () => {
    const start = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const past = await storeViewing(database, start, { name: 'Voorbij' });
    const path = `/studio/agenda/${past}/`;
    const cookie = cookieOf('office');
    expect((await page(path)).page.querySelector('details .s-report')).toBeNull();
    const fields = { viewing: past, comment: 'Ze twijfelen over de tuin.', interest: 'maybe' };
    await askStudio(live, '/studio/do/viewing-report/', { cookie, fields });
    const { page: seen } = await page(path);
    expect(seen.querySelector('.s-tools .s-text')?.text).toBe('Ze twijfelen over de tuin.');
    expect(seen.querySelector('details .s-report textarea')?.text).toBe('Ze twijfelen over de tuin.');
  });
});

test('a forgotten password is asked for with the address of the login, and tells nobody who works here', async () => {
  const ask = (email: string) =>
    askStudio(live, '/studio/do/forgotten/', { fields: { email, password: 'x', next: '/' } });
  expect((await ask('')).status).toBe(422);
  const known = await ask('office@studio.example');
  const unknown = await ask('nobody@studio.example');
  for (const { status, headers } of [known, unknown])
    expect([status, headers.location]).toEqual([303, '/studio/login/?done=link-mailed']);
  expect((await page('/studio/login/?done=link-mailed')).status).toBe(303);
  expect((await askStudio(live, '/studio/login/?done=link-mailed')).text).toContain('is de link onderweg');
});
