import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CONTACT_KINDS, CONTACTS, OWNER_ROLES } from '../../src/features/owner/studio/mandate.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'office', 'agent', 'editor', 'reader'], MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = (path: string, role: Role = 'office') => askStudio(live, path, as(role));
const act = (action: string, fields: Record<string, string>, role: Role = 'office') =>
  askStudio(live, `/studio/do/${action}/`, { ...as(role), fields });
const ownersOf = (property: string) => live.rows('owner_properties').filter((row) => row.property_id === property);
const mailsTo = (recipient: string) => live.rows('outbox').filter((row) => row.recipient === recipient);
const OWN = '35187';
const page = (property: string) => `/studio/mandate/?property=${property}`;
const owner = (email: string, more: Record<string, string> = {}) => ({
  ...{ property: OWN, email, name: 'Rita Maes', language: 'nl', role: 'owner', invite: '1' },
  ...more,
});

describe('a mandate that starts in the studio', () => {
  test('begins at Owners and at the property', async () => {
    const owners = parse((await open('/studio/owners/')).text);
    expect(owners.querySelectorAll('form[action="/studio/mandate/"] option').length).toBeGreaterThan(3);
    expect((await open(`/studio/content/properties/${OWN}/`)).text).toContain(page(OWN));
    expect((await open(page(OWN))).status).toBe(200);
  });

  test.each(OWNER_ROLES)('adds somebody as %s, who gets one invitation', async (role) => {
    const email = `${role}@owner.example`;
    expect((await act('owner-add', owner(email, { role }))).status).toBe(303);
    expect(mailsTo(email)).toHaveLength(1);
    expect(ownersOf(OWN).map((row) => row.role)).toContain(role);
    expect((await open(page(OWN))).text).toContain(email);
  });

  test('invites nobody when that is not asked for, and somebody with an account gets the property alone', async () => {
    await act('owner-add', owner('quiet@owner.example', { invite: '' }));
    expect(mailsTo('quiet@owner.example')).toEqual([]);
    await act('owner-add', owner('owner@owner.example', { role: 'co-owner' }));
    expect(mailsTo('owner@owner.example')).toHaveLength(1);
  });

  test.each([
    ['an address that is none', { email: 'rita@' }],
    ['no name', { name: '  ' }],
  ])('%s is said, and what was typed stays', async (_, wrong) => {
    const before = live.rows('owners').length;
    const refused = await act('owner-add', { ...owner('typed@owner.example'), name: 'Typed', ...wrong });
    expect(refused.status).toBe(422);
    const typed = parse(refused.text).querySelector('form[action="/studio/do/owner-add/"]')!;
    expect(typed.querySelector('[name="email"]')?.getAttribute('value')).toBe(
      'email' in wrong ? wrong.email : 'typed@owner.example',
    );
    expect(live.rows('owners')).toHaveLength(before);
  });

  test('ends when an owner is unlinked', async () => {
    await act('owner-add', owner('gone@owner.example', { invite: '' }));
    const before = ownersOf(OWN).length;
    expect((await act('owner-remove', { property: OWN, email: 'gone@owner.example' })).status).toBe(303);
    expect(ownersOf(OWN)).toHaveLength(before - 1);
  });

  test('an owner gets another name, language and address; both addresses are mailed, sessions end', async () => {
    const [before, after] = ['moves@owner.example', 'moved@owner.example'];
    await act('owner-add', owner(before, { invite: '' }));
    const idOf = (email: string) => live.rows('owners').find((row) => row.email === email)?.id;
    const id = idOf(before);
    const change = (fields: Record<string, string>, role: Role = 'office') =>
      act(
        'owner-change',
        { property: OWN, email: before, newName: 'Rita', newEmail: after, language: 'fr', ...fields },
        role,
      );
    const wrongs: Record<string, string>[] = [
      { newEmail: 'rita@' },
      { newName: ' ' },
      { newEmail: 'owner@owner.example' },
      { property: '35141' },
    ];
    for (const wrong of wrongs) expect((await change(wrong)).headers.location).toContain('wrong=');
    expect((await change({}, 'reader')).status).toBe(404);
    expect(idOf(before)).toBe(id);
    expect((await change({})).headers.location).toContain('done=saved');
    expect(live.rows('owners').find((row) => row.id === id)).toMatchObject({
      email: after,
      name: 'Rita',
      language: 'fr',
    });
    expect([before, after].map((email) => mailsTo(email).map(({ kind }) => kind))).toEqual([
      ['security-notice'],
      ['security-notice'],
    ]);
    expect(live.rows('owner_sessions').filter(({ user_id }) => user_id === id)).toEqual([]);
  });

  test('names the documents that the region asks for', async () => {
    const list = parse((await open(page(OWN))).text).querySelectorAll('.s-checklist li');
    expect(list.length).toBeGreaterThan(3);
  });
});

describe('what is noted about a mandate', () => {
  test.each(CONTACT_KINDS)('%s is on the page; the owner sees it unless it is for colleagues', async (kind) => {
    const text = `Gezegd over ${kind}`;
    const note = { property: OWN, kind, day: '2026-11-20', text, link: '' };
    expect((await act('mandate-note', note)).status).toBe(303);
    expect((await open(page(OWN))).text).toContain(text);
    const account = live.rows('owners').find(({ email }) => email === 'owner@owner.example')!;
    const seen = await Promise.all(
      ['owner-communications', 'owner-appearances', 'owner-media'].map(async (section) => {
        const { text: shown } = await open(`/studio/owners/${account.id}/${section}/?property=${OWN}`);
        return shown.includes(text);
      }),
    );
    expect(seen.includes(true)).toBe(CONTACTS[kind].list !== 'note');
  });

  test.each([
    ['nothing', { text: ' ' }],
    ['a link that is no web address', { link: 'javascript:alert(1)' }],
    ['a web address without a host', { kind: 'press', link: 'https://' }],
    ['a day that there is not', { day: '2026-02-30' }],
  ])('%s is refused', async (_, wrong) => {
    const before = live.rows('property_entries').length;
    const note = { property: OWN, kind: 'note', day: '2026-11-20', text: 'x', link: '', ...wrong };
    expect((await act('mandate-note', note)).status).toBe(422);
    expect(live.rows('property_entries')).toHaveLength(before);
  });

  test('can be taken away again, what was imported cannot', async () => {
    await act('mandate-note', { property: OWN, kind: 'note', day: '2026-11-20', text: 'Weg', link: '' });
    const entry = live.rows('property_entries').find(({ comment }) => comment === 'Weg')!;
    await act('mandate-note-remove', { property: OWN, entry: String(entry.id) });
    expect(live.rows('property_entries').filter(({ id }) => id === entry.id)).toEqual([]);
  });
});

describe('rights', () => {
  test('who may not see owners has no mandate', async () => {
    for (const role of ['editor', 'reader'] as const) {
      expect((await open(page(OWN), role)).status).toBe(404);
      expect((await act('owner-add', owner('no@owner.example'), role)).status).toBe(404);
    }
  });

  test('an agent has the mandates of the own properties only', async () => {
    const offered = parse((await open('/studio/owners/', 'agent')).text)
      .querySelectorAll('form[action="/studio/mandate/"] option')
      .map((option) => option.getAttribute('value')!);
    const all = parse((await open('/studio/owners/')).text)
      .querySelectorAll('form[action="/studio/mandate/"] option')
      .map((option) => option.getAttribute('value')!);
    expect(offered.length).toBeLessThan(all.length);
    const foreign = all.find((id) => !offered.includes(id))!;
    expect((await open(page(foreign), 'agent')).status).toBe(404);
    await act('owner-add', { ...owner('foreign@owner.example'), property: foreign }, 'agent');
    expect(live.rows('owners').filter(({ email }) => email === 'foreign@owner.example')).toEqual([]);
    for (const id of offered) expect((await open(page(id), 'agent')).status).toBe(200);
  });
});
