import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { addStaff, setAway } from '../../src/features/staff/staff-accounts.server.ts';
import type { ViewingSettings } from '../../src/features/viewing/settings.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { remindOfViewings } from '../../src/features/viewing/viewing-reminders.server.ts';
import { cellsOf } from '../../src/features/viewing/viewing-slots.ts';
import type { ViewingRow } from '../../src/platform/database/schema.ts';
import { readMailLink } from '../../src/platform/signing/mail-link.server.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';
import { present } from '../../src/platform/values/values.ts';
import { startChild } from '../support/child.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, linksIn, PROPERTY_ID, SECRET, stored } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('viewings on %s', (engine: Engine) => {
  const open = (changes: Partial<ViewingSettings> = {}) => openViewings(engine, agency, changes);

  test('a free time is booked, is no longer free, and is confirmed by the mail to the agency', async () => {
    const { free, book, viewings, mails, parts } = await open();
    const [slot = ''] = await free();
    expect(await book(slot)).toMatchObject({ ok: true });
    expect(await free()).not.toContain(slot);
    const [viewing] = await viewings();
    expect(viewing).toMatchObject({
      state: 'requested',
      starts_at: slot,
      property_id: PROPERTY_ID,
      name: 'Margriet Maertens',
    });
    const [agency] = await mails('contact-appointment-agency');
    const links = linksIn(agency!).map((token) => readMailLink(SECRET, token)?.do);
    expect(links).toEqual(expect.arrayContaining(['confirm-viewing', 'cancel-viewing']));
    const [requested] = await mails('viewing-requested');
    expect(requested!.text).toContain('Een ander uur kiezen');
    // The first mail has the reference of the lead, and what the visitor entered.
    expect(requested!.subject).toMatch(/ · ref\. \S+$/);
    expect(requested!.text).toMatch(/E-mail.*: margriet@example\.be/);
    expect(requested!.text.match(/^(Afspraak|Bezoek): /gm)).toHaveLength(1);
    expect(requested!.text).toContain('binnen één werkdag');
    expect(JSON.parse(requested!.attachments)).toEqual([]);
    expect(await changeViewing(parts, viewing!.id, { do: 'confirm' })).toEqual({ ok: true });
    expect(await changeViewing(parts, viewing!.id, { do: 'confirm' })).toEqual({ ok: true });
    const confirmed = await mails('viewing-confirmed');
    expect(confirmed).toHaveLength(1);
    const [{ method, content }] = JSON.parse(confirmed[0]!.attachments);
    expect(method).toBe('REQUEST');
    for (const line of [
      `UID:${viewing!.id}@www.proefhof.example`,
      'SEQUENCE:1',
      `DTSTART:${slot.replace(/[-:]|\.000/g, '')}`,
      'STATUS:CONFIRMED',
    ])
      expect(content.replace(/\r\n /g, '')).toContain(line);
  });

  test('nothing is free while the agent is away, and everything before and after', async () => {
    const { free, book, database } = await open();
    const days = [...new Set((await free()).map((slot) => brusselsDay(Date.parse(slot))))];
    const [first = '', second = '', third = ''] = days;
    const member = present(agency.listing(Number(PROPERTY_ID)), PROPERTY_ID).manager;
    const { token } = await addStaff(
      { database },
      { email: 'away@studio.example', name: 'Away', role: 'agent', language: 'nl', member: member ?? '' },
      agency,
      { staffId: null, who: 'test' },
    );
    expect(token).not.toBe('');
    const { id } = await database.db.selectFrom('staff').select('id').executeTakeFirstOrThrow();
    const taken = (await free()).find((slot) => slot.startsWith(second)) ?? '';
    await setAway({ database }, id, { from: second, until: second, deputy: '' }, { staffId: null, who: 'test' });
    const left = new Set((await free()).map((slot) => brusselsDay(Date.parse(slot))));
    expect([left.has(first), left.has(second), left.has(third)]).toEqual([true, false, true]);
    expect(await book(taken)).toMatchObject({ ok: false, problems: { slot: 'wrong' } });
  });

  test('the second visitor for a time gets an error at the field, and nothing is stored', async () => {
    const { free, book, viewings, database } = await open();
    const [slot = ''] = await free();
    await book(slot);
    expect(await book(slot, { email: 'jan@example.be' })).toEqual({
      ok: false,
      problem: 'fields',
      problems: { slot: 'wrong' },
    });
    expect(await viewings()).toHaveLength(1);
    expect((await stored(database)).leads).toHaveLength(1);
  });

  test('the same form sent twice is one viewing', async () => {
    const { free, viewings, post } = await open();
    const [slot = ''] = await free();
    const { freshToken } = await import('../support/submit.ts');
    const values = { property: PROPERTY_ID, slot, startDate: '', endDate: '', token: freshToken() };
    const [first, second] = await Promise.all([
      post('contact-appointment', values),
      post('contact-appointment', values),
    ]);
    expect(first).toEqual(second);
    expect(await post('contact-appointment', values)).toEqual(first);
    expect(await viewings()).toHaveLength(1);
  });

  test.each([
    ['outside of the hours', (slot: string) => new Date(Date.parse(slot) - HOUR_MS * 5).toISOString()],
    ['in the past', () => '2020-01-06T09:00:00.000Z'],
    ['that is none', () => 'morgen'],
  ])('a time %s is refused', async (_name, timeOf) => {
    const { free, book, viewings } = await open();
    const [slot = ''] = await free();
    const result = await book(timeOf(slot));
    expect(result).toMatchObject({ ok: false, problems: { slot: expect.stringMatching(/wrong|missing/) } });
    expect(await viewings()).toEqual([]);
  });

  test('an unconfirmed hold expires, goes to the next visitor and cannot be confirmed', async () => {
    const { free, book, viewings, database, parts } = await open();
    const [slot = ''] = await free();
    await book(slot);
    const [first] = await viewings();
    await database.db.updateTable('viewings').set({ held_until: '2020-01-01T00:00:00.000Z' }).execute();
    expect(await free()).toContain(slot);
    expect(await book(slot, { email: 'jan@example.be' })).toMatchObject({ ok: true });
    expect(await changeViewing(parts, first!.id, { do: 'confirm' })).toEqual({ ok: false, problem: 'taken' });
    expect((await viewings()).map(({ state }) => state)).toEqual(['requested', 'requested']);
  });

  test('a visitor reschedules and cancels, and agency and calendar follow', async () => {
    const { free, book, viewings, mails, parts } = await open({ confirm: 'auto' });
    const [slot = '', next = ''] = await free();
    await book(slot);
    const [{ id }] = (await viewings()) as [ViewingRow];
    expect(await changeViewing(parts, id, { do: 'move', startsAt: next })).toEqual({ ok: true });
    expect(await free()).toContain(slot);
    expect(await mails('viewing-moved-agency')).toHaveLength(2);
    expect(await changeViewing(parts, id, { do: 'move', startsAt: '2020-01-06T09:00:00.000Z' })).toEqual({
      ok: false,
      problem: 'taken',
    });
    expect(await changeViewing(parts, id, { do: 'cancel', by: 'visitor' })).toEqual({ ok: true });
    expect(await changeViewing(parts, id, { do: 'cancel', by: 'visitor' })).toEqual({ ok: true });
    expect(await free()).toContain(next);
    const [cancelled, ...more] = await mails('viewing-cancelled');
    expect(more).toEqual([]);
    expect(cancelled!.text).toContain('zoals u vroeg');
    expect(cancelled!.text).toContain(`/nl/contact-appointment/?property=${PROPERTY_ID}`);
    const [{ method, content }] = JSON.parse(cancelled!.attachments);
    expect(method).toBe('CANCEL');
    expect(content.replace(/\r\n /g, '')).toMatch(new RegExp(`UID:${id}@[\\s\\S]*SEQUENCE:2`));
    expect(await mails('viewing-cancelled-agency')).toHaveLength(2);
    expect(await changeViewing(parts, id, { do: 'confirm' })).toEqual({ ok: false, problem: 'over' });
    expect(await changeViewing(parts, 'nobody', { do: 'confirm' })).toEqual({ ok: false, problem: 'unknown' });
  });

  test.each([
    [true, ['Hertogstraat 18, 1850 Grimbergen', 'Hertogstraat 18, 1850 Grimbergen']],
    [false, ['1850 Grimbergen', 'Hertogstraat 18, 1850 Grimbergen']],
  ])('a confirmed viewing tells where it is (public address: %s)', async (PublishAddress, [requested, confirmed]) => {
    const { free, book, viewings, mails, parts, site } = await open();
    site.addresses[PROPERTY_ID] = { ...site.addresses[PROPERTY_ID]!, PublishAddress };
    const [slot = ''] = await free();
    await book(slot);
    const addressIn = (mail: { text: string } | undefined) => /^Adres: (.*)$/m.exec(mail!.text)?.[1];
    expect(addressIn((await mails('viewing-requested'))[0])).toBe(requested);
    await changeViewing(parts, (await viewings())[0]!.id, { do: 'confirm' });
    const [mail] = await mails('viewing-confirmed');
    expect(addressIn(mail)).toBe(confirmed);
    expect(JSON.parse(mail!.attachments)[0].content.replace(/\r\n /g, '')).toContain(
      'LOCATION:Hertogstraat 18\\, 1850 Grimbergen',
    );
  });

  test('visitors are reminded once, the day before at a decent hour; then the viewing is done', async () => {
    const { free, book, viewings, mails, parts } = await open({ confirm: 'auto' });
    const slot = (await free()).at(-1)!;
    await book(slot);
    const start = Date.parse(slot);
    expect(await remindOfViewings(parts, start - 40 * HOUR_MS)).toBe(0);
    // 3 hours into the night before.
    expect(await remindOfViewings(parts, start - 30 * HOUR_MS - (new Date(start).getUTCHours() - 8) * HOUR_MS)).toBe(0);
    const noonBefore = Date.parse(`${new Date(start - 24 * HOUR_MS).toISOString().slice(0, 10)}T11:00:00Z`);
    expect(
      (await Promise.all([remindOfViewings(parts, noonBefore), remindOfViewings(parts, noonBefore)])).sort(),
    ).toEqual([0, 1]);
    expect(await mails('viewing-reminder')).toHaveLength(1);
    await remindOfViewings(parts, start + 3 * HOUR_MS);
    expect((await viewings()).map(({ state }) => state)).toEqual(['done']);
  });

  test('two processes with 50 visitors for 20 times confirm at most one each', async () => {
    const { options, database, site, listing, free } = await open();
    const starts = (await free()).slice(0, 20);
    const other = { ...listing, id: listing.id + 1 };
    const settings = { ...site.settings.viewings, confirm: 'auto' };
    const storage = { ...options, busyLimitMs: 60_000 };
    const nowMs = Date.now();
    const children = [1, 2].map(() =>
      startChild('child-book.ts', { storage, settings, listings: [listing, other], starts, visitors: 25, nowMs }),
    );
    const ends = await Promise.all(children.map(({ ended }) => ended));
    expect(ends.map(({ code, errors }) => [code, errors])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    const lines = children.flatMap((child) => child.lines);
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
    const booked = lines.filter((line) => line.startsWith('booked')).map((line) => line.split(' ')[1]);
    expect(booked.sort()).toEqual([...starts].sort());
    const cells = await database.db.selectFrom('viewing_cells').selectAll().execute();
    expect(cells).toHaveLength(starts.length * cellsOf(starts[0]!, settings.lengthMinutes).length);
  });

  test('several visitors share an open house, up to its number of seats', async () => {
    const { site, free, book, viewings } = await open({
      confirm: 'auto',
      properties: { [PROPERTY_ID]: { bookable: true, capacity: 3, closedDays: [], openHouses: [] } },
    });
    const [slot = ''] = await free();
    const colleague = site.listings.find(
      ({ manager, id, gone }) =>
        manager === site.listing(Number(PROPERTY_ID))!.manager && String(id) !== PROPERTY_ID && !gone,
    )!;
    const results = await Promise.all(Array.from({ length: 5 }, (_, n) => book(slot, { email: `an${n}@example.be` })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await book(slot, { property: String(colleague.id), email: 'z@example.be' })).toMatchObject({ ok: false });
    expect(await viewings()).toHaveLength(3);
  });
});
