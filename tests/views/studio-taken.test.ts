import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, openStream, putLead, STUDIO_HOST } from '../support/studio-site.ts';

let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['agent', 'office', 'admin'], 'bram-de-ridder');
  await changed(async (database) => {
    await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  });
}, 60_000);
afterAll(() => live.stop());

async function changed(change: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir: live.dataDir });
  await change(database);
  await database.close();
}

const as = (role: 'agent' | 'office' | 'admin') => ({ cookie: people.get(role)!.cookie });
const take = (reference: string) =>
  askStudio(live, '/studio/do/lead-assign/', {
    ...as('office'),
    fields: { reference, expected: '', to: people.get('office')!.id },
  });

describe('a lead that a colleague takes while an agent writes', () => {
  const TEXT = 'Beste An, het huis staat nog te koop.';
  let reference = '';
  beforeAll(async () => {
    reference = await putLead(live, { email: 'taken@visitor.example' });
    await take(reference);
  });

  test.each(['lead-reply', 'lead-note', 'lead-draft'])('%s says who has it and gives the text back', async (action) => {
    const fields = { reference, text: TEXT };
    const { status, text } = await askStudio(live, `/studio/do/${action}/`, { ...as('agent'), fields });
    expect(status).toBe(404);
    expect(text).toContain('The office volgt deze aanvraag nu op.');
    expect(text).toContain(TEXT);
  });

  test('its page says so, and that of a lead that never was does not', async () => {
    const { status, text } = await askStudio(live, `/studio/leads/${reference}/`, as('agent'));
    expect([status, text.includes('The office volgt deze aanvraag nu op.')]).toEqual([404, true]);
    const none = await askStudio(live, '/studio/leads/2611-NEVER/', as('agent'));
    expect([none.status, none.text.includes('volgt deze aanvraag')]).toEqual([404, false]);
  });

  test('a form about something that is gone gives its text back', async () => {
    const fields = { viewing: 'none', text: TEXT };
    const { status, text } = await askStudio(live, '/studio/do/viewing-report/', { ...as('agent'), fields });
    expect([status, text.includes(TEXT)]).toEqual([404, true]);
  });

  test('an open page hears of it at once', async () => {
    const other = await putLead(live, { email: 'open@visitor.example' });
    const stream = await openStream(live, `events?section=leads&subject=${other}`, { ...as('agent'), stay: true });
    await take(other);
    await expect.poll(() => stream.said(), { timeout: 20_000 }).toContain('The office nam dit');
    stream.close();
  });
});

describe('what became of the mails of a lead', () => {
  test('is said where the reply stands, in the list, and on the first page of who runs the office', async () => {
    const reference = await putLead(live, { email: 'Weg@Visitor.example', name: 'Weg' });
    const path = `/studio/leads/${reference}/`;
    const fields = { reference, text: 'Dag, bel ons gerust.', holder: '', seen: '' };
    await askStudio(live, '/studio/do/lead-reply/', { ...as('office'), fields });
    const page = async (address: string) => (await askStudio(live, address, as('office'))).text;
    const mail = async (change: Record<string, unknown>) =>
      changed(async ({ db }) => {
        await db.updateTable('outbox').set(change).where('recipient', '=', 'weg@visitor.example').execute();
      });
    expect(await page(path)).toContain('Nog niet vertrokken.');
    await mail({ attempts: 2, last_error: 'ECONNREFUSED', next_attempt_at: '2099-01-01T00:00:00.000Z' });
    const delayed = await page(`${path}?done=replied`);
    expect(delayed).toContain('Wacht op de mailserver (2 pogingen).');
    expect(delayed).not.toContain('Antwoord verstuurd.');
    expect(await page('/studio/')).toMatch(/\d+ mails? wacht/);
    expect((await askStudio(live, '/studio/', as('agent'))).text).not.toMatch(/mails? wacht(en)?: de mailserver/);
    await mail({ state: 'failed', address_refused: 1, last_error: '550 5.1.1 no such user' });
    const failed = await page(path);
    expect(failed).toContain('Onze mail aan weg@visitor.example kwam niet aan.');
    expect(failed).toContain('550 5.1.1 no such user');
    expect(await page('/studio/leads/')).toContain('mail kwam niet aan');
    await mail({ state: 'sent', attempts: 3 });
    expect(await page(`${path}?done=replied`)).not.toContain('kwam niet aan');
  });
});
