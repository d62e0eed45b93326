import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { personId } from '../../src/features/lead/people.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { brusselsDay } from '../../src/platform/time/days.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { STAFF_PASSWORD } from '../support/staff.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
const [WORK, HOME] = ['an@work.example', 'an@home.example'];
const idOf = (email: string) => personId(LIVE_SECRET, email);
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
let reference = '';

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'office', 'agent'], MEMBER);
  reference = await putLead(live, { email: WORK, name: 'Anna' });
  await putLead(live, { email: HOME, name: 'Anna', message: 'Van thuis uit' });
  await putLead(live, { email: 'tom@visitor.example', name: 'Tom', message: '=1+1' });
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = (path: string, role: Role = 'office') => askStudio(live, path, as(role));
const act = (action: string, fields: Record<string, string>, role: Role = 'office') =>
  askStudio(live, `/studio/do/${action}/`, { ...as(role), fields });
const location = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');
/** What is written below the table of the audit, without tags. */
const wordsOf = (text: string) => text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
const audit = async (query = '') => wordsOf((await open(`/studio/audit/${query}`, 'admin')).text);

describe('the page of a person', () => {
  test('has no address in its URL, and an earlier URL leads there', async () => {
    const found = (await open('/studio/people/?q=anna')).text;
    expect(found).toContain(`href="/studio/people/${idOf(WORK)}/"`);
    expect(found).not.toMatch(/(?:href|action|src)="[^"]*(?:@|%40)work/);
    const page = await open(`/studio/people/${idOf(WORK)}/`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(WORK);
    expect(page.text).not.toMatch(/(?:href|action|src)="\/[^"]*(?:@|%40)/);
    const moved = await open(`/studio/people/?email=${encodeURIComponent(` ${WORK.toUpperCase()}`)}`);
    expect([moved.status, location(moved)]).toEqual([303, `/studio/people/${idOf(WORK)}/`]);
    for (const id of ['x', WORK, encodeURIComponent(WORK), idOf('nobody@visitor.example')])
      expect((await open(`/studio/people/${id}/`)).status, id).toBe(404);
  });

  test('is reached from a lead by those who may open it', async () => {
    const link = `/studio/people/${idOf(WORK)}/`;
    expect((await open(`/studio/leads/${reference}/`)).text).toContain(link);
    expect((await open(`/studio/leads/${reference}/`, 'agent')).text).not.toContain(link);
  });

  test('merges with another one and is split again; the lead tells the whole story meanwhile', async () => {
    const merging = `/studio/people/${idOf(WORK)}/merge/`;
    const choice = (await open(merging)).text;
    expect(choice).toContain(`?with=${idOf(HOME)}`);
    expect(choice).not.toContain(`?with=${idOf(WORK)}`);
    const beside = (await open(`${merging}?with=${idOf(HOME)}`)).text;
    for (const words of [WORK, HOME, `${WORK} en ${HOME} tellen vanaf nu als één persoon`])
      expect(beside).toContain(words);
    const fields = { person: idOf(WORK), other: idOf(HOME) };
    expect((await act('person-merge', fields, 'agent')).status).toBe(404);
    expect((await act('person-merge', { ...fields, other: idOf('nobody@x.example') })).status).toBe(404);
    expect(location(await act('person-merge', fields))).toBe(`/studio/people/${idOf(WORK)}/?done=merged`);
    expect(location(await act('person-merge', fields))).toContain('wrong=merged');
    expect((await open(`/studio/leads/${reference}/`)).text).toContain(HOME);
    const page = (await open(`/studio/people/${idOf(HOME)}/`)).text;
    expect(page).toContain(WORK);
    const link = /name="link" value="([^"]+)"/.exec(page)![1]!;
    expect((await act('person-split', { person: idOf('tom@visitor.example'), link })).status).toBe(404);
    expect(location(await act('person-split', { person: idOf(HOME), link }))).toContain('done=split');
    expect((await open(`/studio/leads/${reference}/`)).text).not.toContain(HOME);
    expect(await audit('?what=person-merge')).toContain(`The office voegde ${WORK} samen met een ander adres ${HOME}`);
    expect(await audit('?what=person-split')).toContain('The office splitste');
  });
});

describe('the audit', () => {
  test('has sentences with links, filters in the address, and reading once a day', async () => {
    for (let times = 0; times < 3; times += 1) await open(`/studio/leads/${reference}/`, 'admin');
    await act('lead-handled', { reference });
    const handled = (await open(`/studio/audit/?what=lead-handled`, 'admin')).text;
    expect(wordsOf(handled)).toContain(`The office handelde aanvraag ${reference} af`);
    expect(handled).toContain(`href="/studio/leads/${reference}/"`);
    const mine = await audit(`?what=lead-read&who=${people.get('admin')!.id}`);
    expect(mine.split(`The admin las aanvraag ${reference}`)).toHaveLength(2);
    expect(mine).not.toContain('The office las');
    const today = brusselsDay(Date.now());
    expect(await audit(`?what=lead-handled&from=${today}&until=${today}`)).toContain(reference);
    expect(await audit('?until=2020-01-01')).toContain('Hierover staat niets in het logboek');
    expect(await audit('?from=nonsense&who=x&before=')).toContain('Hierover staat niets in het logboek');
  });

  test('knows refused logins by their number', async () => {
    const fields = { email: 'office@studio.example', password: 'not this one' };
    for (let times = 0; times < 3; times += 1) await askStudio(live, '/studio/do/login/', { fields });
    expect(await audit('?what=login-refused')).toMatch(/verkeerd wachtwoord: office@studio\.example 3 keer/);
  });

  test('is exported as it is filtered', async () => {
    const response = await act('audit-export', { list: 'what=lead-handled' }, 'admin');
    expect(response.headers['content-type']).toContain('text/csv');
    const lines = response.text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\uFEFFWanneer;Wie;Wat;Wijziging;Aantal');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`;The office;The office handelde aanvraag ${reference} af;;1`);
    expect((await act('audit-export', {}, 'office')).status).toBe(404);
  });
});

test('the export of leads follows the filter on the screen', async () => {
  const list = 'state=all&q=tom%40visitor';
  const page = (await open(`/studio/leads/?${list}`)).text;
  const [, kept = ''] = /name="list" value="([^"]*)"/.exec(page)!;
  expect(kept.replace(/&(?:amp|#38);/g, '&')).toBe(list);
  const { text } = await act('leads-export', { list });
  expect(text.split('\r\n')).toHaveLength(3);
  expect(text).toContain(`;'=1+1`);
  expect((await act('leads-export', { list: 'state=all' })).text.split('\r\n')).toHaveLength(5);
  // What was looked for can be a name.
  expect(live.rows('staff_events').filter(({ after }) => String(after).includes('tom'))).toEqual([]);
});

test('somebody changes their own name, language and password', async () => {
  expect(location(await act('account-profile', { name: 'Anke', language: 'fr' }, 'agent'))).toContain('done=saved');
  const page = (await open('/studio/account/', 'agent')).text;
  expect(page).toContain('value="Anke"');
  expect(page).toContain('Mot de passe actuel');
  const password = 'acht fietsen onder de brug';
  const given = { current: 'not this one', password, repeated: password };
  expect(location(await act('account-password', given, 'agent'))).toContain('wrong=current');
  expect(location(await act('account-password', { ...given, current: STAFF_PASSWORD }, 'agent'))).toContain(
    'done=password',
  );
  expect((await open('/studio/account/', 'agent')).status).toBe(200);
});
