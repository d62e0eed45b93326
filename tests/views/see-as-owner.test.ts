import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { OWNER, settle } from '../support/portal.ts';
import { SECTIONS } from '../support/portal-site.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';
import { agencySite } from '../support/submit.ts';

let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
let owner = '';
const site = agencySite();
/** One property that the agent manages, and one of somebody else. */
const managed = site.listings.find(({ manager }) => manager)!;
const foreign = site.listings.find(({ manager }) => manager !== managed.manager)!;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'agent', 'reader'], managed.manager!);
  const database = await openDatabase({ dataDir: live.dataDir });
  owner = await settle(database, site, { properties: [String(managed.id), String(foreign.id)] });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live?.stop());

const pathOf = (section: string, property: unknown) => `/studio/owners/${owner}/${section}/?property=${property}`;

test('staff see each page of the owner: marked, read only, with links that stay in the studio', async () => {
  const { cookie } = people.get('admin')!;
  for (const section of SECTIONS) {
    const response = await askStudio(live, pathOf(section, managed.id), { cookie });
    const page = parse(response.text);
    expect([response.status, page.querySelector('main .s-said')?.text.includes('Margriet Maertens')], section).toEqual([
      200,
      true,
    ]);
    expect(page.querySelectorAll('main form').length, section).toBe(0);
    const links = page.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '');
    expect(
      links.filter((href) => href.startsWith('/api/')),
      section,
    ).toEqual([]);
    expect(
      links.filter((href) => href.startsWith('/') && !href.startsWith('/studio/')),
      section,
    ).toEqual([]);
    expect(page.querySelectorAll('.tabs a').length, section).toBe(SECTIONS.length);
  }
  const list = await askStudio(live, `/studio/owners/${owner}/owner/`, { cookie });
  expect(parse(list.text).querySelectorAll('main h2 a').length).toBe(2);
});

test('an agent sees the own properties only, a reader none, and no other owner is there', async () => {
  const { cookie } = people.get('agent')!;
  expect((await askStudio(live, pathOf('owner-viewings', managed.id), { cookie })).status).toBe(200);
  expect((await askStudio(live, pathOf('owner-viewings', foreign.id), { cookie })).status).toBe(404);
  for (const path of [`/studio/owners/none/owner/`, `/studio/owners/${owner}/owner-account/`])
    expect((await askStudio(live, path, { cookie: people.get('admin')!.cookie })).status, path).toBe(404);
  const reader = people.get('reader')!.cookie;
  expect((await askStudio(live, pathOf('owner', managed.id), { cookie: reader })).status).toBe(404);
});

test('each visit is in the audit, and no session of the owner is made', async () => {
  const database = await openDatabase({ dataDir: live.dataDir });
  const events = await database.db.selectFrom('staff_events').select(['action', 'subject']).execute();
  expect(events).toContainEqual({ action: 'owner-seen', subject: OWNER });
  expect(await database.db.selectFrom('owner_sessions').selectAll().execute()).toEqual([]);
  await database.close();
});
