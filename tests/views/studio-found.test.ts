import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { personId } from '../../src/features/lead/people.server.ts';
import { SITEMAP_KINDS } from '../../src/features/seo/sitemaps.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';
import { agencySite } from '../support/submit.ts';

let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'office'], 'bram-de-ridder');
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = async (path: string, role: Role = 'office') => (await askStudio(live, path, as(role))).text;
const act = async (action: string, fields: Record<string, string>, role: Role = 'office') =>
  String((await askStudio(live, `/studio/do/${action}/`, { ...as(role), fields })).headers.location);

describe('a property is found in the studio', () => {
  const site = agencySite();
  const hidden = site.listings.find(({ id }) => {
    const { Street, PublishAddress } = site.addresses[id] ?? {};
    return Street && !PublishAddress;
  })!;

  test('by its street, also one that the public does not see', async () => {
    const { Street, HouseNumber = '' } = site.addresses[hidden.id]!;
    const found = await open(`/studio/search/?q=${encodeURIComponent(`${Street} ${HouseNumber}`.trim())}`);
    expect(found).toContain(`/studio/seekers/?property=${hidden.id}`);
    expect(found).toContain(Street);
  });

  test('by its title in a language that the reader does not speak', async () => {
    const titled = site.listings.find(({ title }) => title.fr && title.fr !== title.nl)!;
    const found = await open(`/studio/search/?q=${encodeURIComponent(titled.title.fr!.slice(0, 90))}`);
    expect(found).toContain(`/studio/seekers/?property=${titled.id}`);
    expect(await open('/studio/search/?q=no+such+property')).not.toContain('/studio/seekers/?property=');
  });

  test('in the filter of the leads, with street and town', async () => {
    const option = new RegExp(`<option value="${hidden.id}"[^>]*>([^<]*)</option>`).exec(await open('/studio/leads/'));
    expect(option?.[1]).toContain(hidden.reference);
    expect(option?.[1]).toContain(site.addresses[hidden.id]!.Street);
    expect(option?.[1]).toContain(hidden.zip);
  });
});

test('a lead that was marked as handled is opened again from the notice', async () => {
  const reference = await putLead(live, { email: 'undo@visitor.example' });
  const other = await putLead(live, { email: 'next@visitor.example' });
  const next = await act('lead-handled', { reference });
  expect(next).toBe(`/studio/leads/${other}/?undo=${reference}&done=handled`);
  const form = new RegExp(`action="/studio/do/lead-reopen/"[^>]*>\\s*<input[^>]*value="${reference}"`);
  expect(await open(next)).toMatch(form);
  const list = await act('lead-handled', { reference: other });
  expect(list).toBe(`/studio/leads/?undo=${other}&done=handled-last`);
  expect(await open(list)).toContain('action="/studio/do/lead-reopen/"');
  expect(await act('lead-reopen', { reference })).toBe(`/studio/leads/${reference}/?done=reopened`);
  // It is open again, or was never handled: nothing to take back.
  expect(await open(next)).not.toMatch(form);
  expect(await open('/studio/leads/?done=handled&undo=x')).not.toContain('lead-reopen');
});

test('a reply to a lead that a colleague took meanwhile is asked for once, with its text', async () => {
  const reference = await putLead(live, { email: 'held@visitor.example' });
  const hidden = (text: string, name: string) =>
    new RegExp(`action="/studio/do/lead-reply/"[\\s\\S]*?name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
  const before = await open(`/studio/leads/${reference}/`);
  await act('lead-assign', { reference, to: people.get('admin')!.id, expected: '' }, 'admin');
  const reply = (page: string) => ({
    ...{ reference, text: 'Het huis is vrij', seen: hidden(page, 'seen'), holder: hidden(page, 'holder') },
  });
  const refused = await act('lead-reply', reply(before));
  expect(refused).toBe(`/studio/leads/${reference}/?wrong=held`);
  const page = await open(refused);
  expect(page).toContain('Toch versturen');
  expect(page).toContain('>Het huis is vrij</textarea>');
  expect(await act('lead-reply', reply(page))).toBe(`/studio/leads/${reference}/?done=replied`);
});

test('the page of a person says what became of each lead, and the page of a lead does not', async () => {
  const email = 'story@visitor.example';
  const reference = await putLead(live, { email });
  const other = await putLead(live, { email });
  await act('lead-note', { reference, text: 'Belt vrijdag terug' });
  await act('lead-handled', { reference });
  const page = await open(`/studio/people/${personId(LIVE_SECRET, email)}/`);
  expect(page.replace(/\s+/g, ' ')).toMatch(/Afgehandeld<.*Notitie van The office: Belt vrijdag terug</);
  expect(page).toContain('Nog open');
  expect(await open(`/studio/leads/${other}/`)).not.toContain('Belt vrijdag terug');
});

test('pages of the site are shown with the title that they have, also those that are made on request', async () => {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const kind of SITEMAP_KINDS) {
    const page = parse(await open(`/studio/found/?kind=${kind}&language=nl`));
    for (const link of page.querySelectorAll('.found > li p:nth-child(2) > a')) {
      const path = link.getAttribute('href') ?? '';
      seen.add(path);
      const own = parse(await (await fetch(live.url + path)).text()).querySelector('title')?.textContent ?? '';
      const shown = link.textContent.trim().replace(/\s*…$/, '');
      if (shown === '' || !own.startsWith(shown)) wrong.push(`${path}: ${shown}, not ${own}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
  expect([...seen]).toContain('/nl/contact/');
});
