import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { agendaOf, markMissed } from '../../src/features/viewing/agenda.server.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import { agendaFeed } from '../../src/features/viewing/studio/studio-agenda.server.ts';
import { changeViewing } from '../../src/features/viewing/viewing-changes.server.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

const HOUR_MS = 3_600_000;

describe.each(ENGINES)('viewings that the agency changes on %s', (engine) => {
  test('the agency moves a viewing without hours to prepare; it is confirmed, and each hears of it once', async () => {
    const { database, site, parts, listing, free, book, viewings, mails } = await openViewings(engine, agency, {
      confirm: 'agency',
      leadHours: 72,
    });
    const [slot = ''] = await free();
    await book(slot);
    const [booked] = await viewings();
    const { id, sequence } = booked!;
    const soon = (await freeViewings(database, site, listing, { leadHours: 0 })).slots[0]!.startsAt;
    expect(await free()).not.toContain(soon);
    expect(await changeViewing(parts, id, { do: 'move', startsAt: soon })).toEqual({ ok: false, problem: 'taken' });
    expect(await changeViewing(parts, id, { do: 'move', startsAt: soon, by: 'agency' })).toEqual({ ok: true });
    expect(await viewings()).toMatchObject([{ state: 'confirmed', starts_at: soon, sequence: sequence + 1 }]);
    const [visitor] = await mails('viewing-confirmed');
    expect(JSON.parse(visitor!.attachments)[0].content).toContain(`SEQUENCE:${sequence + 1}`);
    expect(await mails('viewing-confirmed')).toHaveLength(1);
    // Doing it twice has the same effect as once.
    expect(await changeViewing(parts, id, { do: 'move', startsAt: soon, by: 'agency' })).toEqual({ ok: true });
    expect(await mails('viewing-confirmed')).toHaveLength(1);
  });

  test('a time that somebody else has is refused', async () => {
    const { parts, free, book, viewings } = await openViewings(engine, agency, { confirm: 'auto' });
    const [first = '', second = ''] = await free();
    await book(first);
    await book(second, { email: 'other@visitor.example' });
    const moved = (await viewings()).find(({ starts_at }) => starts_at === first)!;
    const change = { do: 'move', startsAt: second, by: 'agency' } as const;
    expect(await changeViewing(parts, moved.id, change)).toEqual({ ok: false, problem: 'taken' });
  });

  test('a visitor who did not come is noted after the viewing, not before', async () => {
    const { database, free, book, viewings, parts } = await openViewings(engine, agency, { confirm: 'auto' });
    await book((await free())[0]!);
    const [viewing] = await viewings();
    expect(await markMissed(database, viewing!.id)).toBe(false);
    const after = Date.parse(viewing!.ends_at) + HOUR_MS;
    expect(await markMissed(database, viewing!.id, after)).toBe(true);
    expect(await changeViewing(parts, viewing!.id, { do: 'cancel', by: 'agency' }, after)).toMatchObject({
      problem: 'over',
    });
    expect((await viewings())[0]!.state).toBe('missed');
  });

  test('the agenda and its calendar leave out holds that ran out', async () => {
    const { database, free, book, viewings } = await openViewings(engine, agency, { confirm: 'agency', holdHours: 1 });
    await book((await free())[0]!);
    const [viewing] = await viewings();
    const span = { from: new Date(Date.now() - HOUR_MS).toISOString(), to: '2100-01-01T00:00:00.000Z' };
    const now = await agendaOf(database, { ...span, agent: viewing!.agent_id });
    expect(now.map(({ id }) => id)).toEqual([viewing!.id]);
    expect(await agendaOf(database, span, Date.now() + 2 * HOUR_MS)).toEqual([]);
    expect(await agendaOf(database, { ...span, agent: 'nobody' })).toEqual([]);
    const shown = now.map((one) => ({ ...one, title: 'Huis, met tuin', address: 'Dorpsstraat 1' }));
    const calendar = agendaFeed(shown, { name: 'Bram', language: 'nl', domain: 'agency.example' });
    expect(calendar).toContain(`UID:${viewing!.id}@agency.example`);
    expect(calendar).toContain('STATUS:TENTATIVE');
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  });
});
