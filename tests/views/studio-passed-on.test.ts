import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';

let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'agent'], 'bram-de-ridder');
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const today = async () => parse((await askStudio(live, '/studio/', { cookie: people.get('admin')!.cookie })).text);

describe('what becomes of a lead', () => {
  test('a lead is handled where it stands, and can be opened again there', async () => {
    const reference = await putLead(live, { name: 'Klaar', email: 'klaar@visitor.example' });
    const form = (await today()).querySelectorAll('form[action="/studio/do/lead-handled/"]');
    expect(form.length).toBeGreaterThan(0);
    const done = await askStudio(live, '/studio/do/lead-handled/', {
      cookie: people.get('admin')!.cookie,
      fields: { reference, back: 'today' },
    });
    expect(String(done.headers.location)).toBe(`/studio/?undo=${reference}&done=handled-here`);
    const after = await askStudio(live, String(done.headers.location), { cookie: people.get('admin')!.cookie });
    expect(after.text).toContain('/studio/do/lead-reopen/');
    const back = await askStudio(live, '/studio/do/lead-reopen/', {
      cookie: people.get('admin')!.cookie,
      fields: { reference, back: 'today' },
    });
    expect(String(back.headers.location)).toBe('/studio/?done=reopened');
  });

  test('a colleague to whom a lead is passed on gets a mail with the reason, the person alone gets none', async () => {
    const reference = await putLead(live, { name: 'Doorgegeven', email: 'door@visitor.example' });
    const give = (to: string, expected = '') =>
      askStudio(live, '/studio/do/lead-assign/', {
        cookie: people.get('admin')!.cookie,
        fields: { reference, to, expected, why: 'Kent de buurt' },
      });
    const mails = () => live.rows('outbox').filter(({ kind }) => kind === 'lead-given');
    await give(people.get('admin')!.id);
    expect(mails()).toEqual([]);
    await give(people.get('agent')!.id, people.get('admin')!.id);
    const [mail] = mails();
    expect(String(mail!.text)).toContain('Kent de buurt');
    expect(String(mail!.text)).toContain(`/studio/leads/${reference}/`);
    const page = await askStudio(live, `/studio/leads/${reference}/`, { cookie: people.get('agent')!.cookie });
    expect(page.text).toContain('Kent de buurt');
  });
});
