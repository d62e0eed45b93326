import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { countWork, findWork, listWork } from '../../src/features/lead/lead-list.server.ts';
import { draftOf, keepDraft, replyToLead, undoReply } from '../../src/features/lead/lead-reply.server.ts';
import { addEntry, assignLead, entriesOf, setHandled, snoozeLead } from '../../src/features/lead/lead-work.server.ts';
import { findPeople, personStory } from '../../src/features/lead/people.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

const UNDO_MS = 10_000;
const replyOf = (more: Partial<Parameters<typeof replyToLead>[2]> = {}) => ({
  ...{ copyTo: '', text: 'Ja', replyTo: 'lotte@agency.example', clientKey: null, seen: '', holder: '' },
  ...{ waitMs: UNDO_MS, ...more },
});

const LOTTE = { id: 'lotte', name: 'Lotte' };
const SAM = { id: 'sam', name: 'Sam' };
let site: Site;
beforeAll(() => {
  site = agencySite();
});

describe.each(ENGINES)('the work on leads on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });

  let count = 0;
  const lead = async (
    changes: { form?: string; email?: string; remark?: string; source?: string; property?: string } = {},
  ) => {
    count += 1;
    const { form = 'contact-me', email = 'an@visitor.example', remark = 'Is het vrij?', source, property } = changes;
    const { reference } = await storeLead(database, {
      ...{ form, token: `token ${count}`, language: 'nl', page: '/nl/', consentVersion: '1', email },
      values: { firstName: 'An', lastName: 'Peeters', email, remark },
      propertyId: property,
      campaign: source ? { utm_source: source } : {},
      within: async () => [],
    });
    return (await findWork(database, reference))!;
  };

  test('the list is filtered by state, form, property, person, source and words', async () => {
    const one = await lead({ remark: 'Een 100% rustige straat' });
    const two = await lead({ form: 'offer', source: 'google', property: '35187' });
    const three = await lead({ email: 'tom@visitor.example' });
    await snoozeLead(database, two.id, new Date(Date.now() + 60_000).toISOString(), LOTTE);
    await setHandled(database, three.id, true, LOTTE);
    await assignLead(database, one, { to: LOTTE, expected: null }, LOTTE);
    const found = async (filter: Parameters<typeof listWork>[1]) =>
      (await listWork(database, filter)).map(({ reference }) => reference);
    expect(await found({ state: 'open' })).toEqual([one.reference]);
    expect(await found({ state: 'snoozed' })).toEqual([two.reference]);
    expect(await found({ state: 'handled' })).toEqual([three.reference]);
    expect(await found({})).toEqual([three.reference, two.reference, one.reference]);
    expect(await found({ form: 'offer' })).toEqual([two.reference]);
    expect(await found({ property: '35187' })).toEqual([two.reference]);
    expect(await found({ source: 'google' })).toEqual([two.reference]);
    expect(await found({ assigned: 'lotte' })).toEqual([one.reference]);
    expect(await found({ assigned: 'nobody', state: 'snoozed' })).toEqual([two.reference]);
    expect(await found({ openTo: 'sam' })).toEqual([three.reference, two.reference]);
    expect(await found({ text: 'RUSTIGE straat' })).toEqual([one.reference]);
    expect(await found({ text: '100%' })).toEqual([one.reference]);
    expect(await found({ text: '100_' })).toEqual([]);
    expect(await found({ text: 'tom@visitor' })).toEqual([three.reference]);
    expect(await found({ before: three.id, limit: 1 })).toEqual([two.reference]);
    expect(await countWork(database, { state: 'open' })).toBe(1);
    // A snoozed lead comes back by itself.
    expect(await countWork(database, { state: 'open' }, Date.now() + 120_000)).toBe(2);
  });

  test('of two people who take a lead at once, one has it and the other is told', async () => {
    const taken = await lead();
    const results = await Promise.all(
      [LOTTE, SAM].map((worker) => assignLead(database, taken, { to: worker, expected: null }, worker)),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const holder = (await findWork(database, taken.reference))!.assignedTo!;
    expect(await assignLead(database, taken, { to: SAM, expected: 'somebody' }, SAM)).toBe(false);
    expect(await assignLead(database, taken, { to: null, expected: holder }, LOTTE)).toBe(true);
    expect((await findWork(database, taken.reference))!.assignedTo).toBeNull();
  });

  test('a note that is sent twice is stored once, and marking as handled twice leaves one line', async () => {
    const noted = await lead();
    const note = { kind: 'note', text: 'Belt morgen terug', clientKey: 'a key of a browser' } as const;
    expect(await addEntry(database.db, noted.id, LOTTE, note)).not.toBeNull();
    expect(await addEntry(database.db, noted.id, LOTTE, note)).toBeNull();
    for (let times = 0; times < 2; times += 1) await setHandled(database, noted.id, true, LOTTE);
    await setHandled(database, noted.id, false, SAM);
    expect((await entriesOf(database, noted.id)).map(({ kind, who }) => `${kind} ${who}`)).toEqual([
      'note Lotte',
      'handled Lotte',
      'reopened Sam',
    ]);
  });

  test('a reply is stored with its mail, waits ten seconds and refers to the mails before it', async () => {
    const answered = await lead();
    await database.db
      .insertInto('outbox')
      .values({
        ...{ id: 'receipt', message_id: '<first@agency.example>', kind: 'contact-me-receipt', target: null },
        ...{ recipient: 'an@visitor.example', reply_to: null, subject: 'x', text: 'x', html: null, headers: '{}' },
        ...{ attachments: '[]', state: 'sent', attempts: 1, next_attempt_at: '', give_up_at: '', lease_owner: null },
        ...{ lead_id: answered.id, created_at: '', sent_at: '', last_error: null, address_refused: 0 },
      })
      .execute();
    const now = Date.now();
    const reply = replyOf({ text: 'Ja, het is vrij.\n\nTot zaterdag!', clientKey: 'key of a page' });
    expect(await replyToLead({ database, site }, answered, reply, LOTTE, now)).toEqual({ ok: true, repeated: false });
    expect(await replyToLead({ database, site }, answered, reply, LOTTE, now)).toEqual({ ok: true, repeated: true });
    const mails = await database.db.selectFrom('outbox').selectAll().where('kind', '=', 'reply').execute();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail).toMatchObject({
      recipient: 'an@visitor.example',
      reply_to: 'lotte@agency.example',
      lead_id: answered.id,
    });
    expect(mail!.text).toContain('Tot zaterdag!');
    expect(Date.parse(mail!.next_attempt_at)).toBe(now + UNDO_MS);
    expect(JSON.parse(mail!.headers)).toEqual({
      'Auto-Submitted': 'no',
      'In-Reply-To': '<first@agency.example>',
      References: '<first@agency.example>',
    });
    expect((await findWork(database, answered.reference))!.respondedAt).toBe(new Date(now).toISOString());
  });

  test('a reply is taken back while it waits and becomes a draft again; one that left stays', async () => {
    const answered = await lead();
    const now = Date.now();
    const reply = replyOf({ text: 'Te snel' });
    await replyToLead({ database, site }, answered, reply, LOTTE, now);
    const [entry] = await entriesOf(database, answered.id);
    expect(await undoReply(database, answered, entry!.id, SAM, now)).toBe(false);
    expect(await undoReply(database, answered, entry!.id, LOTTE, now + UNDO_MS + 1)).toBe(false);
    expect(await undoReply(database, answered, entry!.id, LOTTE, now + 1000)).toBe(true);
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await entriesOf(database, answered.id)).toEqual([]);
    expect((await findWork(database, answered.reference))!.respondedAt).toBeNull();
    expect((await draftOf(database, answered.id, LOTTE.id)).text).toBe('Te snel');
    expect((await draftOf(database, answered.id, SAM.id)).text).toBe('');
    await keepDraft(database, answered.id, LOTTE.id, '  ');
    expect((await draftOf(database, answered.id, LOTTE.id)).text).toBe('');
  });

  test('somebody whose page does not show the reply of a colleague is told, and sends when it does', async () => {
    const asked = await lead();
    const reply = replyOf();
    expect(await replyToLead({ database, site }, asked, reply, LOTTE)).toMatchObject({ ok: true });
    expect(await replyToLead({ database, site }, asked, reply, SAM)).toEqual({ ok: false, problem: 'newer' });
    // One's own reply is known.
    expect(await replyToLead({ database, site }, asked, reply, LOTTE)).toMatchObject({ ok: true });
    const seen = (await entriesOf(database, asked.id)).at(-1)!.id;
    expect(await replyToLead({ database, site }, asked, { ...reply, seen }, SAM)).toMatchObject({ ok: true });
    const mails = await database.db.selectFrom('outbox').select(['text', 'headers']).execute();
    expect(mails.map(({ text }) => /(Lotte|Sam), /.exec(text)?.[1])).toEqual(['Lotte', 'Lotte', 'Sam']);
    expect(mails.every(({ headers }) => JSON.parse(headers)['Auto-Submitted'] === 'no')).toBe(true);
  });

  test('somebody whose page does not show that a colleague took the lead is asked once', async () => {
    const asked = await lead();
    const reply = replyOf({ replyTo: 'sam@agency.example' });
    await assignLead(database, asked, { to: LOTTE, expected: null }, LOTTE);
    expect(await replyToLead({ database, site }, asked, reply, SAM)).toEqual({ ok: false, problem: 'held' });
    expect(await database.db.selectFrom('outbox').select('id').execute()).toEqual([]);
    expect(await replyToLead({ database, site }, asked, { ...reply, holder: 'lotte' }, SAM)).toMatchObject({
      ok: true,
    });
    // Neither for one's own lead, nor for one that was released.
    const seen = (await entriesOf(database, asked.id)).at(-1)!.id;
    expect(await replyToLead({ database, site }, asked, { ...reply, seen }, LOTTE)).toMatchObject({ ok: true });
    await assignLead(database, asked, { to: null, expected: 'lotte' }, LOTTE);
    expect(await replyToLead({ database, site }, asked, { ...reply, seen: 'z' }, SAM)).toMatchObject({ ok: true });
  });

  test('a draft of one device is not overwritten by an older one of another device', async () => {
    const { id } = await lead();
    const first = await keepDraft(database, id, LOTTE.id, 'Op het kantoor', { since: '', nowMs: 1000 });
    const second = await keepDraft(database, id, LOTTE.id, 'Op de telefoon', { since: first!, nowMs: 2000 });
    expect(await keepDraft(database, id, LOTTE.id, 'Nog op het kantoor', { since: first!, nowMs: 3000 })).toBeNull();
    expect(await draftOf(database, id, LOTTE.id)).toEqual({ text: 'Op de telefoon', at: second });
  });

  test('an empty reply, and one to a visitor without an address, are refused', async () => {
    const answered = await lead();
    const reply = replyOf({ text: ' ' });
    expect(await replyToLead({ database, site }, answered, reply, LOTTE)).toEqual({ ok: false, problem: 'empty' });
    const without = { ...answered, email: null };
    expect(await replyToLead({ database, site }, without, { ...reply, text: 'Dag' }, LOTTE)).toEqual({
      ok: false,
      problem: 'no-address',
    });
  });

  test('the story of a person names everything, and erasing leaves nothing of it', async () => {
    const known = await lead({ email: 'Erase.Me@visitor.example' });
    await lead({ email: 'tom@visitor.example', remark: 'Groeten van erase.me@visitor.example' });
    const note = { kind: 'note', text: 'erase.me@visitor.example belt terug' } as const;
    await addEntry(database.db, known.id, LOTTE, note);
    await keepDraft(database, known.id, LOTTE.id, 'Dag An');
    expect((await personStory(database, 'erase.me@visitor.example')).leads).toHaveLength(1);
    expect((await findPeople(database, 'erase.me')).map(({ email }) => email)).toContain('erase.me@visitor.example');
    await erasePerson(database, 'erase.me@visitor.example');
    for (const table of ['lead_entries', 'lead_drafts', 'lead_work', 'leads', 'staff_events'] as const) {
      const rows = await database.db.selectFrom(table).selectAll().execute();
      expect(JSON.stringify(rows).toLowerCase()).not.toContain('erase.me');
    }
    expect(await database.db.selectFrom('lead_drafts').selectAll().execute()).toEqual([]);
  });
});
