import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import { agentOf } from '../../src/features/viewing/viewing-slots.ts';
import { openViewings } from '../support/open-viewings.ts';
import { ENGINES, type Engine } from '../support/storage.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

/** A day in three weeks, beyond the days on which viewings are booked. */
const date = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10);
const open = { bookable: true, closedDays: [], openHouses: [{ date, from: '10:00', to: '11:00', capacity: 2 }] };

describe.each(ENGINES)('an open house on %s', (engine: Engine) => {
  test('is booked like a viewing, up to its number of visitors, and the mail says what it is', async () => {
    const { free, book, viewings, mails } = await openViewings(engine, agency, { properties: { [PROPERTY_ID]: open } });
    const [first, second] = (await free()).filter((start) => start.startsWith(date));
    expect([first, second].map((start) => start?.slice(14, 16))).toEqual(['00', '30']);
    for (const email of ['an@example.be', 'bo@example.be'])
      expect(await book(first!, { email })).toMatchObject({ ok: true });
    expect(await book(first!, { email: 'cis@example.be' })).toMatchObject({ ok: false });
    expect(await book(second!, { email: 'cis@example.be' })).toMatchObject({ ok: true });
    expect((await viewings()).map(({ starts_at }) => starts_at)).toEqual([first, first, second]);
    const [mail] = [...(await mails('viewing-requested')), ...(await mails('viewing-confirmed'))];
    expect(mail?.text).toMatch(/Open huis: Er zijn ook andere bezoekers/);
  });

  test('keeps its agent from being booked at another property meanwhile', async () => {
    const { site, listing, database } = await openViewings(engine, agency, {
      ...{ horizonDays: 30, properties: { [PROPERTY_ID]: open } },
    });
    const other = site.listings.find((one) => one.id !== listing.id && !one.gone && agentOf(one) === agentOf(listing))!;
    const { slots } = await freeViewings(database, site, other);
    const day = slots.filter(({ startsAt }) => startsAt.startsWith(date)).map(({ startsAt }) => startsAt.slice(11, 16));
    expect(day.length).toBeGreaterThan(2);
    const [during] = (await freeViewings(database, site, listing)).slots.filter(({ isOpenHouse }) => isOpenHouse);
    expect(slots.map(({ startsAt }) => startsAt)).not.toContain(during!.startsAt);
  });
});
