import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { leadAddress, visitorReplyTo, type Writer } from '../../src/features/lead/lead-address.server.ts';
import { filesOf, openLeadFile } from '../../src/features/lead/lead-files.server.ts';
import { countWork, findWork, listWork, waitsSince } from '../../src/features/lead/lead-list.server.ts';
import { replyToLead, undoReply } from '../../src/features/lead/lead-reply.server.ts';
import { entriesOf, markResponded, setHandled, setWork, snoozeLead } from '../../src/features/lead/lead-work.server.ts';
import { receiveMail } from '../../src/features/lead/receive-mail.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { addStaff, OPERATOR, setAway } from '../../src/features/staff/staff-accounts.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { parseReplyAddress } from '../../src/platform/environment/settings-schema.server.ts';
import { readMail } from '../../src/platform/mail/received-mail.server.ts';
import { mailOf } from '../support/received-mail.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite, MAIL_SITE, PROPERTY_ID, SECRET } from '../support/submit.ts';

const VISITOR = 'an@visitor.example';
const PDF = '%PDF-1.7 een plan';
const replies = { address: parseReplyAddress('reply@agency.example')! };
const parts = { secret: SECRET, settings: { replies } };
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('what visitors mail back, on %s', (engine) => {
  let database: Database;
  let worker: { id: string; name: string; email: string };
  const ctx = () => ({
    ...parts,
    ...{ database, site, siteUrl: MAIL_SITE, studioOrigin: 'https://studio.example', wakeOutbox() {} },
  });
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
    worker = await employ('Nele Proost', 'office');
  });
  const employ = async (name: string, role: string) => {
    const email = `${name.split(' ')[0]!.toLowerCase()}@agency.example`;
    const known = { languages: ['nl'], members: site.members };
    const { id } = await addStaff({ database }, { email, name, role, language: 'nl', member: null }, known, OPERATOR);
    return { id, name, email };
  };
  let count = 0;
  const lead = async (form = 'contact-me') => {
    count += 1;
    const { reference } = await storeLead(database, {
      ...{ form, token: `t ${count}`, language: 'nl', page: '/nl/', consentVersion: '1', email: VISITOR },
      values: { firstName: 'An', lastName: 'Peeters', email: VISITOR },
      propertyId: PROPERTY_ID,
      within: async () => [],
    });
    return (await findWork(database, reference))!;
  };
  const again = async ({ reference }: { reference: string }) => (await findWork(database, reference))!;
  const to = ({ reference }: { reference: string }, writer: Writer = 'visitor') =>
    leadAddress(parts, reference, writer)!;
  const receive = async (mail: Parameters<typeof mailOf>[0]) => receiveMail(ctx(), await readMail(mailOf(mail)));
  const notices = () =>
    database.db.selectFrom('outbox').selectAll().where('kind', '=', 'lead-received').orderBy('id').execute();
  const reply = async (one: Awaited<ReturnType<typeof lead>>) => {
    const written = { subject: '', text: 'Dat kan.', replyTo: worker.email, clientKey: null, seen: '', holder: '' };
    return replyToLead({ database, site }, await again(one), { ...written, waitMs: 60_000 }, worker);
  };

  test('a mail opens its lead again, wakes it, and is a matter of who has it', async () => {
    const one = await lead();
    await setWork(database.db, one.id, { assigned_to: worker.id });
    await reply(one);
    await setHandled(database, one.id, true, worker);
    await snoozeLead(database, one.id, new Date(Date.now() + 1e9).toISOString(), worker);
    expect(await countWork(database, { state: 'open' })).toBe(0);
    expect(await receive({ from: `An Peeters <${VISITOR}>`, to: to(one), text: 'Morgen past.' })).toBe('stored');
    expect(await countWork(database, { state: 'open', waiting: true })).toBe(1);
    expect((await entriesOf(database, one.id)).at(-1)).toMatchObject({
      ...{ kind: 'received', who: 'An Peeters', text: 'Morgen past.', staff_id: null },
    });
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ recipient: worker.email, reply_to: VISITOR });
    expect(notice?.text).toContain('Morgen past.');
    expect(notice?.text).toContain(`https://studio.example/studio/leads/${one.reference}/`);
  });

  test('the same mail that arrives twice, or at once from two processes, is stored once', async () => {
    const one = await lead();
    const mail = { from: VISITOR, to: to(one), text: 'Eén keer.', files: [{ name: 'plan.pdf', content: PDF }] };
    const results = await Promise.all([receive(mail), receive(mail), receive(mail)]);
    expect(results.sort()).toEqual(['known', 'known', 'stored']);
    expect(await receive(mail)).toBe('known');
    expect(await entriesOf(database, one.id)).toHaveLength(1);
    expect(await filesOf(database, one.id)).toHaveLength(1);
    expect(await notices()).toHaveLength(1);
  });

  test('a lead waits since its mail, whatever its form, until somebody responds; taken back, it waits again', async () => {
    for (const { name } of FORMS) {
      const one = await lead(name);
      await markResponded(database.db, one.id);
      expect(waitsSince(await again(one)), name).toBeNull();
      await receive({ from: VISITOR, to: to(one), text: 'Nog een vraag.' });
      const waiting = await again(one);
      expect(waitsSince(waiting), name).toBe(waiting.receivedAt);
      expect(waiting.receivedAt, name).not.toBeNull();
      await reply(one);
      expect(waitsSince(await again(one)), name).toBeNull();
      const sent = (await entriesOf(database, one.id)).find(({ kind }) => kind === 'reply')!;
      expect(await undoReply(database, one, sent.id, worker), name).toBe(true);
      expect(waitsSince(await again(one)), name).not.toBeNull();
    }
    // In SQL it is the same as in the program.
    const all = await listWork(database, { state: 'all', limit: 200 });
    const waiting = await listWork(database, { state: 'all', waiting: true, limit: 200 });
    expect(new Set(waiting.map(({ id }) => id))).toEqual(
      new Set(all.filter((one) => waitsSince(one) !== null).map(({ id }) => id)),
    );
  });

  test('an address that is not of a lead, or was guessed, reaches none', async () => {
    const [one, other] = [await lead(), await lead()];
    const own = to(one);
    for (const address of [
      'reply@agency.example',
      own.replace('agency.example', 'evil.example'),
      own.replace(/.@/, own.at(own.indexOf('@') - 1) === 'a' ? 'b@' : 'a@'),
      own.replace(one.reference.toLowerCase(), other.reference.toLowerCase()),
      leadAddress({ ...parts, secret: `${SECRET} 2` }, one.reference, 'visitor')!,
    ])
      expect(await receive({ from: VISITOR, to: address, text: 'x' }), address).toBe('unknown');
    expect(await entriesOf(database, one.id)).toEqual([]);
    // Mail servers change capitals, and put the address elsewhere.
    for (const header of ['To', 'Cc', 'Delivered-To', 'X-Original-To'])
      expect(
        await receive({ from: VISITOR, to: 'x@y.example', text: header, headers: { [header]: own.toUpperCase() } }),
      ).toBe('stored');
  });

  test('without its address a mail belongs to the lead whose mail it responds to, and to no other person', async () => {
    const one = await lead();
    await reply(one);
    await database.db.updateTable('outbox').set({ message_id: 'sent-1@agency.example', state: 'sent' }).execute();
    const mail = { from: VISITOR, to: 'info@agency.example', text: 'Zonder adres.' };
    expect(await receive({ ...mail, headers: { 'In-Reply-To': '<sent-2@agency.example>' } })).toBe('unknown');
    expect(await receive({ ...mail, headers: { References: '<x@y> <sent-1@agency.example>' } })).toBe('stored');
    await database.db.updateTable('outbox').set({ recipient: 'owner@agency.example' }).execute();
    expect(await receive({ ...mail, text: 'b', headers: { 'In-Reply-To': '<sent-1@agency.example>' } })).toBe(
      'unknown',
    );
  });

  test('the next reply stays in the thread of the mail program', async () => {
    const one = await lead();
    await receive({ from: VISITOR, to: to(one), text: 'Vraag', headers: { 'Message-ID': '<theirs@visitor.example>' } });
    await reply(one);
    const sent = await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'reply').executeTakeFirst();
    expect(JSON.parse(sent!.headers)).toMatchObject({ 'In-Reply-To': 'theirs@visitor.example' });
  });

  test('what a colleague forwards or mails is theirs; a program that responds changes nothing', async () => {
    const one = await lead();
    const bram = 'bram@agency.example';
    await receive({ from: bram, to: to(one, 'agency'), text: 'Zie hieronder.' });
    await receive({
      from: VISITOR,
      to: to(one),
      text: 'Ik ben afwezig.',
      headers: { 'Auto-Submitted': 'auto-replied' },
    });
    expect((await entriesOf(database, one.id)).map(({ kind }) => kind)).toEqual(['forwarded', 'automatic']);
    expect((await again(one)).respondedAt).toBeNull();
    expect(await notices()).toEqual([]);
    await receive({ from: bram, to: VISITOR, text: 'Tot morgen!', headers: { Bcc: to(one, 'agency') } });
    expect((await entriesOf(database, one.id)).at(-1)).toMatchObject({ kind: 'mailed', who: bram });
    expect((await again(one)).respondedAt).not.toBeNull();
  });

  test('files are kept encrypted, those of a kind that can do harm leave their name; erasing ends all of it', async () => {
    const one = await lead();
    await receive({
      ...{ from: VISITOR, to: to(one), text: '' },
      files: [
        { name: '../plan.pdf', content: PDF },
        { name: 'loon.exe', content: 'MZ' },
        { name: 'leeg.pdf', content: '' },
        { name: 'actief.pdf', content: '%PDF-1.7 << /S /JavaScript /JS (x) >>' },
      ],
    });
    const files = await filesOf(database, one.id);
    expect(files.map(({ name, problem }) => [name, problem])).toEqual([
      ['plan.pdf', null],
      ['loon.exe', 'document-kind'],
      ['leeg.pdf', 'empty'],
      ['actief.pdf', 'active'],
    ]);
    const sealed = await database.db.selectFrom('sealed_files').selectAll().execute();
    expect(sealed.map(({ document_id }) => document_id)).toEqual([files[0]!.id]);
    expect(Buffer.from(sealed[0]!.content, 'base64').includes('plan')).toBe(false);
    const open = (secret: string, id = one.id) => openLeadFile(database, secret, id, files[0]!.id);
    expect((await open(SECRET))?.content.toString()).toBe(PDF);
    expect(await open(`${SECRET} 2`)).toBeNull();
    expect(await open(SECRET, (await lead()).id)).toBeNull();
    await erasePerson(database, VISITOR);
    for (const table of ['lead_files', 'sealed_files', 'lead_entries'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('a mail that comes back later marks the mail of the studio as refused', async () => {
    const one = await lead();
    await reply(one);
    await database.db.updateTable('outbox').set({ message_id: 'sent-1@agency.example', state: 'sent' }).execute();
    const state = async () =>
      (await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'reply').executeTakeFirst())!;
    const report = (action: string, recipient = VISITOR) =>
      receive({
        from: 'MAILER-DAEMON@mx.example',
        to: 'info@agency.example',
        text: 'Sorry',
        report: { action, recipient },
      });
    expect(await report('delayed')).toBe('unknown');
    expect(await report('failed', 'somebody@else.example')).toBe('unknown');
    expect((await state()).state).toBe('sent');
    expect(await report('failed')).toBe('bounced');
    expect(await state()).toMatchObject({ state: 'failed', last_error: '550 5.1.1 no such user', address_refused: 1 });
    expect(await notices()).toEqual([]);
  });

  test('while somebody is away the deputy reads it; without a holder it is the office', async () => {
    const one = await lead();
    await receive({ from: VISITOR, to: to(one), text: 'Niemand heeft mij.' });
    const deputy = await employ('Bram Agent', 'office');
    await setWork(database.db, one.id, { assigned_to: worker.id });
    await setAway({ database }, worker.id, { until: '2999-01-01', deputy: deputy.id }, OPERATOR);
    await receive({ from: VISITOR, to: to(one), text: 'Nu wel.' });
    const office = site.officeOf(site.listing(Number(PROPERTY_ID))!).email;
    expect((await notices()).map(({ recipient }) => recipient)).toEqual([office, deputy.email]);
  });

  test('only mails to the visitor of a lead have its address for replies', async () => {
    const one = await lead();
    const replyTo = (recipient: string, lead_id: string | null = one.id) =>
      visitorReplyTo({ ...parts, database }, { lead_id, recipient });
    expect(await replyTo(VISITOR.toUpperCase())).toBe(to(one));
    for (const [recipient, id] of [
      ['owner@x.example', one.id],
      [VISITOR, null],
      [VISITOR, 'none'],
    ] as const)
      expect(await replyTo(recipient, id)).toBeNull();
    expect(
      await visitorReplyTo(
        { ...parts, settings: { replies: null }, database },
        { lead_id: one.id, recipient: VISITOR },
      ),
    ).toBeNull();
  });

  test('of a flood of mails a lead takes forty a day', async () => {
    const one = await lead();
    const results = [];
    for (let at = 0; at < 43; at += 1) results.push(await receive({ from: VISITOR, to: to(one), text: `${at}` }));
    expect(results.filter((result) => result === 'stored')).toHaveLength(40);
    expect(results.at(-1)).toBe('too-many');
  });
});
