import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { putSearch } from '../support/saved-search.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let live: LiveSite;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
}, 60_000);
afterAll(() => live.stop());

let visitors = 0;
/** Asks as a visitor of their own. */
const visit = (path: string, { method = 'GET', headers = {} as Record<string, string> } = {}) => {
  visitors += 1;
  const forwarded = { 'X-Forwarded-For': `10.1.0.${visitors}`, 'User-Agent': BROWSER };
  return fetch(live.url + path, { method, headers: { ...forwarded, ...headers } });
};
const counted = async () => {
  const database = await openDatabase({ dataDir: live.dataDir });
  const rows = await database.db.selectFrom('search_counts').selectAll().execute();
  await database.close();
  return Object.fromEntries(
    rows.map((row) => [[row.goal, row.place, row.type_key, row.max_price, row.hits].join(' '), row.searches]),
  );
};

test('lists are counted after their response: filtered, cached, prerendered and from the search text', async () => {
  const list = '/nl/te-koop/?city=Meise%7C1860&type=1&maxPrice=390000';
  // The second response comes from memory. A plain form sends empty fields, and is led to the same list.
  for (const path of [
    list,
    list,
    `${list}&minPrice=&bedrooms=`,
    `/nl/zoeken/?q=${encodeURIComponent('huis te koop in asse')}`,
  ])
    expect((await visit(path)).status).toBe(200);
  const house = await visit('/nl/te-koop/meise/');
  await visit('/nl/te-koop/meise/', { headers: { 'If-None-Match': house.headers.get('etag') ?? '' } });
  await visit('/nl/te-koop/wemmel/?utm_source=krant');
  // A town that the agency knows and in which it never had a property.
  await visit('/nl/te-koop/zaventem/');
  await visit('/nl/zoeken/?q=xyzzy+in+zemst');
  const left: Record<string, string>[] = [
    { 'User-Agent': 'Googlebot/2.1' },
    { 'Sec-Purpose': 'prefetch' },
    { DNT: '1' },
  ];
  for (const headers of left) {
    await visit('/nl/te-koop/humbeek/', { headers });
    await visit('/nl/te-koop/?city=Humbeek%7C1851', { headers });
  }
  await visit('/nl/te-koop/?city=Humbeek%7C1851', { method: 'HEAD' });
  await visit('/nl/te-koop/humbeek/', { method: 'HEAD' });
  await visit('/nl/te-koop/');
  await visit('/nl/te-koop/?city=Humbeek%7C1851&page=1&sort=newest');
  await visit('/api/count?goal=sale&city=Humbeek%7C1851');
  await eventually(async () => {
    expect(await counted()).toEqual({
      'sale 1860 house 400000 none': 3,
      'sale 1730 house 0 few': 1,
      'sale 1860  0 few': 2,
      'sale 1780  0 few': 1,
      'sale 1930  0 none': 1,
      'both 1980  0 none': 1,
    });
  }, 20_000);
});

test('the report shows them to those who may read it, with its filters in the address', async () => {
  const people = await employAll(live, ['admin', 'agent', 'editor', 'reader'], MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await putSearch(database, { goal: 'sale', types: ['house'], zips: '1860', maxPrice: '385000' });
  await putSearch(database, { goal: 'sale', zips: '1860' }, { email: 'tom@visitor.example' });
  await database.close();
  const page = async (path: string, role: 'admin' | 'agent' | 'editor' | 'reader' = 'admin') =>
    askStudio(live, path, { cookie: people.get(role)!.cookie });
  const rowsOf = async (path: string) =>
    parse((await page(path)).text)
      .querySelectorAll('.s-table tbody tr')
      .map((row) => row.textContent.replace(/\s+/g, ' ').trim());
  const [first, ...others] = await rowsOf('/studio/seekers/');
  expect(first).toMatch(/1860 Meise .*Huis, te koop, tot €\s?400\.000 .*3\s*3 zonder resultaat .*1 .*0/);
  // The others were searched fewer than three times.
  expect(others).toEqual([]);
  expect(await rowsOf('/studio/seekers/?place=1851')).toEqual([]);
  expect(await rowsOf('/studio/seekers/?offer=none&weeks=52&type=house&goal=sale&place=1860')).toHaveLength(1);
  const filtered = parse((await page('/studio/seekers/?weeks=13&offer=any&goal=rent')).text);
  const chosen = filtered.querySelectorAll('.s-filters option[selected]').map((option) => option.getAttribute('value'));
  expect(chosen.filter(Boolean)).toEqual(['rent', '13', 'any']);
  expect((await page('/studio/seekers/', 'agent')).status).toBe(200);
  for (const role of ['editor', 'reader'] as const) {
    expect((await page('/studio/seekers/', role)).status).toBe(404);
    expect((await page('/studio/seekers/?project=801', role)).status).toBe(404);
  }
  expect((await page('/studio/seekers/?project=801')).text).toContain('tom@visitor.example');
  expect((await page('/studio/seekers/?project=1')).status).toBe(404);
});
