import { beforeEach, describe, expect, test } from 'vitest';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { replyToLead, undoReply } from '../../src/features/lead/lead-reply.server.ts';
import { addEntry, assignLead, entriesOf, setHandled } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import {
  eachStaffEvent,
  listStaffEvents,
  recordOncePerDay,
  recordStaffEvent,
} from '../../src/features/staff/staff-events.server.ts';
import { existing, watchViewing } from '../../src/features/studio/studio-audit.server.ts';
import { markMissed } from '../../src/features/viewing/agenda.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { visitor } from '../support/portal.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { sampleViewing } from '../support/sample-viewing.ts';
import { employ, enterStudio, openStudioLogin, personOf, STAFF_PASSWORD, totpCode } from '../support/staff.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

const EMAIL = 'lotte@studio.example';
const LOTTE = { id: 'lotte', name: 'Lotte' };

describe.each(ENGINES)('the audit on %s', (engine) => {
  let database: Database;
  beforeEach(async () => {
    ({ database } = await openStorage(engine));
  });
  /** What is in the audit since an account was made, oldest first. */
  const lines = async () =>
    (await listStaffEvents(database.db)).filter(({ action }) => action !== 'staff-add').reverse();

  test('has every login, every end of a session, and nothing for a code that is asked for again', async () => {
    await employ(database);
    const login = openStudioLogin(database);
    const first = await enterStudio(login);
    const key = login.newKey();
    const codes = (await login.setUpFactor(first.person, key, totpCode(key)))!.codes!;
    const second = await enterStudio(login);
    await login.showFactor(second.person, codes[0]!);
    const inside = await personOf(login, second.headers);
    await login.showFactor(inside, codes[1]!);
    expect(await login.endSession(inside, 'of somebody else')).toBe(false);
    expect(await login.endSession(inside, first.person.sessionId)).toBe(true);
    await login.logOut(second.headers);
    expect((await lines()).map(({ action, who }) => `${who} ${action}`)).toEqual([
      'Lotte factor-set-up',
      'Lotte login',
      'Lotte session-end',
      'Lotte logout',
    ]);
  });

  test('has a login with a password alone where no second factor is asked for', async () => {
    await employ(database);
    const given = { email: ` ${EMAIL.toUpperCase()}`, password: STAFF_PASSWORD };
    await openStudioLogin(database).logIn(given, visitor());
    expect(await lines()).toEqual([]);
    await openStudioLogin(database, { local: true }).logIn(given, visitor());
    expect(await lines()).toMatchObject([{ action: 'login', who: 'Lotte' }]);
  });

  test('counts refused passwords and codes in one line, and keeps nothing that was typed', async () => {
    const id = await employ(database);
    const login = openStudioLogin(database);
    const wrong = (email: string) => login.logIn({ email, password: 'not the one at all' }, visitor());
    for (let tries = 0; tries < 4; tries += 1) await wrong(EMAIL);
    for (const typed of ['a password typed here', 'nobody@studio.example', 'x@y.example']) await wrong(typed);
    const { person } = await enterStudio(login);
    for (let tries = 0; tries < 3; tries += 1) await login.showFactor(person, '000000');
    expect(await lines()).toMatchObject([
      { action: 'login-refused', subject: EMAIL, count: 4, staff_id: null },
      { action: 'login-refused', subject: '', count: 3, staff_id: null },
      { action: 'code-refused', subject: EMAIL, count: 3, staff_id: id },
    ]);
  });

  test('has what was done with a lead by its reference, and no note', async () => {
    const site = agencySite();
    const sam = await employ(database, { email: 'sam@studio.example', name: 'Sam' });
    const { reference } = await storeLead(database, sampleLead());
    const lead = (await findWork(database, reference))!;
    await assignLead(database, lead, { to: { id: sam, name: 'Sam' }, expected: null }, LOTTE);
    await assignLead(database, lead, { to: LOTTE, expected: sam }, LOTTE);
    await addEntry(database.db, lead.id, LOTTE, { kind: 'note', text: 'Belt terug' });
    const reply = {
      copyTo: '',
      text: 'Ja',
      replyTo: EMAIL,
      clientKey: 'one key only',
      seen: '',
      holder: '',
      waitMs: 10_000,
    };
    for (let times = 0; times < 2; times += 1) await replyToLead({ database, site }, lead, reply, LOTTE);
    await undoReply(database, lead, (await entriesOf(database, lead.id)).at(-1)!.id, LOTTE);
    for (const isHandled of [true, true, false]) await setHandled(database, lead.id, isHandled, LOTTE);
    const found = await lines();
    expect(found.map(({ action }) => action)).toEqual([
      'lead-assign',
      'lead-assign',
      'lead-reply',
      'lead-undo',
      'lead-handled',
      'lead-reopen',
    ]);
    expect(new Set(found.map(({ subject, who }) => `${who} ${subject}`))).toEqual(new Set([`Lotte ${reference}`]));
    expect([found[1]!.before, found[1]!.after]).toEqual(['{"name":"Sam"}', '{"name":"Lotte"}']);
  });

  test('has a change of a viewing with before and after, and none that changed nothing', async () => {
    const viewing = { ...sampleViewing('an@visitor.example'), state: 'confirmed' as const };
    await database.db.insertInto('viewings').values(viewing).execute();
    const login = openStudioLogin(database);
    await employ(database);
    const { person } = await enterStudio(login);
    const missed = { action: 'viewing-missed', viewingId: viewing.id, person };
    for (let times = 0; times < 2; times += 1) {
      const record = await watchViewing({ database }, missed);
      await markMissed(database, viewing.id);
      await record();
    }
    const recordNone = await watchViewing({ database }, { action: 'viewing-move', viewingId: 'none', person });
    await recordNone();
    const [line, ...others] = await lines();
    expect(others).toEqual([]);
    expect([line!.before, line!.after]).toEqual(['{"state":"confirmed"}', '{"state":"missed"}']);
    expect(await existing({ database }, [line!])).toEqual(new Set([viewing.id]));
  });

  test('has the reading of a page once for each person, page and day', async () => {
    const read = (staffId: string, subject: string, at: string) =>
      recordOncePerDay(database.db, { staffId, who: staffId, action: 'lead-read', subject }, Date.parse(at));
    for (const hour of ['08', '12', '16']) await read('lotte', 'A', `2026-11-24T${hour}:00:00Z`);
    await read('lotte', 'B', '2026-11-24T12:00:00Z');
    await read('sam', 'A', '2026-11-24T12:00:00Z');
    await read('lotte', 'A', '2026-11-25T12:00:00Z');
    expect((await lines()).map(({ who, subject, count }) => `${who} ${subject} ${count}`)).toEqual(
      expect.arrayContaining(['lotte A 1', 'lotte B 1', 'sam A 1', 'lotte A 1']),
    );
    expect(await lines()).toHaveLength(4);
  });

  test('is filtered by person, action and time, and continues where a page ended', async () => {
    const at = (day: number) => Date.parse(`2026-11-${String(day).padStart(2, '0')}T12:00:00Z`);
    for (let day = 1; day <= 20; day += 1) {
      const staffId = day % 2 ? 'lotte' : null;
      const action = day % 5 ? 'lead-reply' : 'login';
      await recordStaffEvent(database.db, { staffId, who: '', action, subject: String(day) }, at(day));
    }
    const days = async (filter: Parameters<typeof listStaffEvents>[1]) =>
      (await listStaffEvents(database.db, filter)).map(({ subject }) => Number(subject));
    expect(await days({ who: 'lotte', action: 'login' })).toEqual([15, 5]);
    expect(await days({ who: 'nobody', action: 'login' })).toEqual([20, 10]);
    expect(await days({ fromMs: at(3), untilMs: at(6) })).toEqual([5, 4, 3]);
    const [first] = await listStaffEvents(database.db, { limit: 1 });
    expect(await days({ before: first!.id, limit: 2 })).toEqual([19, 18]);
    const all: string[] = [];
    for await (const { subject } of eachStaffEvent(database.db, { who: 'lotte' })) all.push(subject);
    expect(all).toHaveLength(10);
  });
});
