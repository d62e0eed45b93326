import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { reportLateLeads } from '../../src/features/lead/late-leads.server.ts';
import { filesOf, openLeadFile } from '../../src/features/lead/lead-files.server.ts';
import { countWork, listWork, waitsSince } from '../../src/features/lead/lead-list.server.ts';
import { undoReply } from '../../src/features/lead/lead-reply.server.ts';
import {
  entriesOf,
  markReceived,
  markResponded,
  setHandled,
  setWork,
  snoozeLead,
} from '../../src/features/lead/lead-work.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { OPERATOR, setAway } from '../../src/features/staff/staff-accounts.server.ts';
import { openReplies, VISITOR } from '../support/open-replies.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, PROPERTY_ID, SECRET } from '../support/submit.ts';

const PDF = '%PDF-1.7 een plan';
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('what visitors mail back, on %s', (engine) => {
  let { database, worker, employ, lead, again, to, receive, notices, reply } = {} as Awaited<
    ReturnType<typeof openReplies>
  >;
  beforeEach(async () => {
    ({ database, worker, employ, lead, again, to, receive, notices, reply } = await openReplies(engine, site));
  });

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

  test('a lead of any form waits since its mail until somebody responds; taken back, it waits again', async () => {
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
    for (const { name } of FORMS) await lead(name);
    // In SQL it is the same as in the program.
    const all = await listWork(database, { state: 'all', limit: 200 });
    const waiting = await listWork(database, { state: 'all', waiting: true, limit: 200 });
    expect(new Set(waiting.map(({ id }) => id))).toEqual(
      new Set(all.filter((one) => waitsSince(one) !== null).map(({ id }) => id)),
    );
  });

  test('the next reply stays in the thread of the mail program', async () => {
    const one = await lead();
    await receive({ from: VISITOR, to: to(one), text: 'Vraag', headers: { 'Message-ID': '<theirs@visitor.example>' } });
    await reply(one);
    const sent = await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'reply').executeTakeFirst();
    expect(JSON.parse(sent!.headers)).toMatchObject({ 'In-Reply-To': 'theirs@visitor.example' });
  });

  test('the managers hear again when a later mail waits longer than the site promises', async () => {
    const one = await lead();
    const places = { site, studioOrigin: 'https://studio.example' };
    const at = (days: number) => Date.now() + days * 86_400_000;
    const reported = async (days: number) => [
      await reportLateLeads(database, places, at(days)),
      await reportLateLeads(database, places, at(days)),
    ];
    expect(await reported(10)).toEqual([1, 0]);
    await markResponded(database.db, one.id, at(11));
    expect(await reported(30)).toEqual([0, 0]);
    await markReceived(database.db, one.id, at(31));
    expect(await reported(31)).toEqual([0, 0]);
    expect(await reported(50)).toEqual([1, 0]);
  });

  test('files are kept encrypted, those that can do harm leave their name; erasing ends all of it', async () => {
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

  test('while somebody is away the deputy reads it; without a holder it is the office', async () => {
    const one = await lead();
    await receive({ from: VISITOR, to: to(one), text: 'Niemand heeft mij.' });
    const deputy = await employ('Bram Agent');
    await setWork(database.db, one.id, { assigned_to: worker.id });
    await setAway({ database }, worker.id, { from: '', until: '2999-01-01', deputy: deputy.id }, OPERATOR);
    await receive({ from: VISITOR, to: to(one), text: 'Nu wel.' });
    // Who replied last has the conversation.
    const other = await lead();
    await reply(other);
    await receive({ from: VISITOR, to: to(other), text: 'Dank u.' });
    const office = site.officeOf(site.listing(Number(PROPERTY_ID))!).email;
    expect((await notices()).map(({ recipient }) => recipient)).toEqual([office, deputy.email, deputy.email]);
  });

  test('of a flood of mails a lead takes forty a day', async () => {
    const one = await lead();
    const results = [];
    for (let at = 0; at < 43; at += 1) results.push(await receive({ from: VISITOR, to: to(one), text: `${at}` }));
    expect(results.filter((result) => result === 'stored')).toHaveLength(40);
    expect(results.at(-1)).toBe('too-many');
  });
});
