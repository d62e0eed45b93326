import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, openStream, putLead, STUDIO_HOST } from '../support/studio-site.ts';
import { AGENT, storeViewing } from '../support/studio-viewings.ts';

let live: LiveSite;
let cookie = '';
beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  cookie = (await employAll(live, ['office'], AGENT)).get('office')!.cookie;
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

/** A lead that asked for a viewing which begins at a time of a day. */
async function leadWithViewing(name: string, startsAt: string, isLate = false) {
  const reference = await putLead(live, { name, email: `${name}@visitor.example` });
  const database = await openDatabase({ dataDir: live.dataDir });
  const leads = database.db.updateTable('leads').where('reference', '=', reference);
  const { id } = await leads
    .set({ created_at: isLate ? '2026-01-05T09:00:00.000Z' : new Date().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const viewing = await storeViewing(database, startsAt, { lead_id: id, name: `${name} Peeters` });
  await database.close();
  return { reference, viewing };
}

const count = (text: string, part: string) => text.split(part).length - 1;
const countAfter = (text: string, title: string) =>
  Number(new RegExp(`${title} <span class="s-count">(\\d+)`).exec(text.replace(/\s+/g, ' '))?.[1]);

describe('the first page of the studio', () => {
  test('a lead and the viewing that it asked for are one task, counted once', async () => {
    const today = brusselsDay(Date.now());
    const now = await leadWithViewing('Vandaag', `${today}T10:00:00.000Z`, true);
    const later = await leadWithViewing('Later', new Date(Date.now() + 3 * 86_400_000).toISOString());
    await putLead(live, { name: 'Gewoon', email: 'gewoon@visitor.example' });
    const { status, text } = await askStudio(live, '/studio/', { cookie });
    expect(status).toBe(200);
    for (const { reference, viewing } of [now, later]) {
      expect(count(text, `href="/studio/leads/${reference}/"`)).toBe(1);
      expect(count(text, `href="/studio/agenda/${viewing}/"`)).toBe(1);
    }
    // The one of today is with the viewings, though it has waited; the other one with the leads.
    expect(countAfter(text, 'Wacht op ons')).toBe(0);
    expect(countAfter(text, 'Nieuwe aanvragen')).toBe(2);
    expect(countAfter(text, 'Bezoeken vandaag')).toBe(1);
    expect(text.indexOf(now.reference)).toBeGreaterThan(text.indexOf('Bezoeken vandaag'));
    expect(text.indexOf(later.reference)).toBeLessThan(text.indexOf('Bezoeken vandaag'));
  });

  test('a page that is open does not keep the server from stopping', async () => {
    const stream = await openStream(live, 'events', { cookie, stay: true });
    expect(stream.status).toBe(200);
    const began = performance.now();
    await live.stop();
    await stream.ended;
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
