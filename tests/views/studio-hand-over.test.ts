import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
const PROPERTY = '35141';
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
/** The colleague, an agent with a page of their own. */
let colleague: { id: string; member: string };

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'office', 'agent', 'editor', 'reader'], MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  // The office person is an agent, too.
  const { id } = people.get('office')!;
  const member = 'nele-proost';
  await database.db.updateTable('staff').set({ member }).where('id', '=', id).execute();
  colleague = { id, member };
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = (role: 'admin' | 'office' | 'agent' = 'admin') => ({ cookie: people.get(role)!.cookie });
const idOf = (role: 'admin' | 'agent') => people.get(role)!.id;
const page = (id: string) => `/studio/hand-over/?of=${id}`;
const open = (path: string, role: 'admin' | 'office' | 'agent' = 'admin') => askStudio(live, path, as(role));
const handOver = (fields: Record<string, string>) =>
  askStudio(live, '/studio/do/staff-hand-over/', {
    ...as(),
    fields: { of: idOf('agent'), to: colleague.id, after: 'stays', ...fields },
  });
const work = (leadId: unknown) => live.rows('lead_work').find((row) => row.lead_id === leadId);
const location = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const planned = async (day: string, email = '') => {
  await askStudio(live, '/studio/do/lead-add/', {
    ...as(),
    fields: {
      ...{
        form: 'contact-appointment',
        source: 'phone',
        name: `Komt ${day}`,
        phone: '',
        email,
        text: '',
        language: 'nl',
      },
      ...{ property: PROPERTY, assignee: idOf('agent'), key: crypto.randomUUID(), day, time: '10:00', again: '1' },
    },
  });
  return live.rows('viewings').find(({ name }) => name === `Komt ${day}`)!;
};
const managerOf = (id: string) =>
  JSON.parse(readFileSync(join(live.contentDir, 'properties', `${id}.json`), 'utf8')).Manager;

describe('handing over', () => {
  test('says what there is before anything is done', async () => {
    const viewing = await planned(dayIn(40));
    const text = parse((await open(page(idOf('agent')))).text);
    expect(viewing.agent_id).toBe(MEMBER);
    expect(text.querySelector('main')?.text).toContain(`Komt ${dayIn(40)}`);
    expect(text.querySelector('[name="viewings"]')?.hasAttribute('checked')).toBe(true);
    expect(managerOf(PROPERTY)).toBe(MEMBER);
  });

  test('is for who manages staff, and not for oneself', async () => {
    expect((await open(page(idOf('agent')), 'office')).status).toBe(404);
    expect((await open(page(idOf('admin')))).status).toBe(404);
    expect(location(await handOver({ of: idOf('admin'), leads: '1' }))).toContain('wrong=hand-over');
  });

  test('what was not chosen stays', async () => {
    await handOver({ leads: '1' });
    expect(managerOf(PROPERTY)).toBe(MEMBER);
    expect(live.rows('viewings').find(({ name }) => name === `Komt ${dayIn(40)}`)?.agent_id).toBe(MEMBER);
  });

  test('viewings and properties need an agent, and nothing is half done without one', async () => {
    const lead = await planned(dayIn(41));
    const refused = await handOver({ to: '', leads: '1', viewings: '1', properties: '1' });
    expect(location(refused)).toContain('wrong=hand-over');
    expect(work(lead.lead_id)?.assigned_to).toBe(idOf('agent'));
  });

  test('a viewing at whose time the colleague has another one stays, and that is said', async () => {
    const day = dayIn(42);
    const own = await planned(day);
    const database = await openDatabase({ dataDir: live.dataDir });
    const cells = await database.db
      .selectFrom('viewing_cells')
      .selectAll()
      .where('viewing_id', '=', String(own.id))
      .execute();
    const busy = cells.map((cell) => ({
      ...cell,
      agent_id: colleague.member,
      property_id: '1',
      viewing_id: String(own.id),
    }));
    await database.db.insertInto('viewing_cells').values(busy).execute();
    await database.close();
    // The cells of the other agent are those of another viewing.
    const other = await openDatabase({ dataDir: live.dataDir });
    await other.db
      .updateTable('viewing_cells')
      .set({ viewing_id: 'other' })
      .where('agent_id', '=', colleague.member)
      .execute();
    await other.close();
    expect(location(await handOver({ viewings: '1' }))).toContain('wrong=hand-over-left');
    expect(live.rows('viewings').find(({ id }) => id === own.id)?.agent_id).toBe(MEMBER);
    expect(
      live.rows('viewing_cells').filter(({ viewing_id, agent_id }) => viewing_id === own.id && agent_id === MEMBER),
    ).not.toEqual([]);
  });

  test('everything goes to the colleague, visitors read who comes, and the account is closed', async () => {
    const viewing = await planned(dayIn(50), 'komt@visitor.example');
    const before = live.rows('outbox').filter(({ recipient }) => recipient === 'komt@visitor.example').length;
    await handOver({ leads: '1', viewings: '1', properties: '1', tell: '1', after: 'leaves' });
    expect(live.rows('viewings').find(({ id }) => id === viewing.id)?.agent_id).toBe(colleague.member);
    expect(managerOf(PROPERTY)).toBe(colleague.member);
    const mails = live.rows('outbox').filter(({ recipient }) => recipient === 'komt@visitor.example');
    expect(mails).toHaveLength(before + 1);
    const told = live.rows('outbox').filter(({ kind }) => kind === 'staff-hand-over');
    const { email } = live.rows('staff').find(({ id }) => id === colleague.id)!;
    expect(new Set(told.map(({ recipient }) => recipient))).toEqual(new Set([email]));
    expect(
      live
        .rows('lead_work')
        .filter(
          ({ assigned_to, lead_id }) =>
            assigned_to === idOf('agent') &&
            live.rows('leads').find(({ id, status }) => id === lead_id && status === 'new'),
        ),
    ).toEqual([]);
    expect((await open('/studio/', 'agent')).status).not.toBe(200);
    expect((await open('/studio/audit/')).text).toContain('agent@');
  });
});
