import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { textDigest } from '../../src/content/changes/change-texts.server.ts';
import { ROLES, type Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { contentOf, editByHand, recordContent, sendUpload } from '../support/content-edit.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { STAFF_PASSWORD } from '../support/staff.ts';
import { askStudio, cookiesOf, employAll, STUDIO_HOST } from '../support/studio-site.ts';

const FILE = 'articles/home-steps.json';
const TITLE = { nl: 'Zo verkopen wij een huis', fr: 'Comment nous vendons une maison' };
const PAGE = `/studio/translations/file/?file=${FILE}&source=nl&language=fr`;
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ROLES, 'bram-de-ridder');
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
  await recordContent(live);
}, 60_000);
afterAll(() => live.stop());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = (path: string, role: Role = 'office') => askStudio(live, path, as(role));
const act = (action: string, fields: Record<string, string>, role: Role = 'office') =>
  askStudio(live, `/studio/do/${action}/`, { ...as(role), fields });
const location = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');
const LIST = new URLSearchParams({ file: FILE, source: 'nl', language: 'fr', state: 'all' }).toString();
/** The fields of one text of the form of a file. */
const typed = (text: string, { base = TITLE.fr, source = TITLE.nl, list = LIST } = {}) => ({
  ...{ list, at: '0', 'id-0': '/title', 'text-0': text },
  ...{ 'base-0': textDigest(base), 'source-0': textDigest(source) },
});
const title = () => contentOf(live, FILE).title as Record<string, string>;

describe('roles', () => {
  test.each(ROLES)('%s', async (role) => {
    const rights = { editor: true, admin: true, office: true, agent: false, reader: false };
    const status = async (path: string) => (await open(path, role)).status;
    expect(await status('/studio/translations/')).toBe(200);
    expect(await status(PAGE)).toBe(role === 'agent' ? 404 : 200);
    expect(await status('/studio/translations/labels/')).toBe(role === 'agent' ? 404 : 200);
    expect(await status('/studio/replace/?find=huis')).toBe(rights[role] ? 200 : 404);
    const posted = async (action: string) => (await act(action, { none: '' }, role)).status;
    for (const action of ['labels-save', 'replace-apply', 'batch-undo'])
      expect(await posted(action), action).toBe(rights[role] ? 303 : 404);
    expect(await posted('translations-save')).toBe(role === 'reader' ? 404 : 303);
    const settings = await status('/studio/translations/file/?file=settings/site.json&language=fr');
    expect(settings).toBe(role === 'admin' || role === 'office' ? 200 : 404);
  });

  test('without a login, or with a password alone, every page leads to what is missing', async () => {
    const known = await askStudio(live, '/studio/do/login/', {
      fields: { email: people.get('office')!.email, password: STAFF_PASSWORD },
    });
    for (const path of ['/studio/translations/', PAGE, '/studio/translations/labels/', '/studio/replace/']) {
      expect(location(await askStudio(live, path)), path).toMatch(/^\/studio\/login\/\?next=/);
      expect(location(await askStudio(live, path, { cookie: cookiesOf(known) })), path).toMatch(/^\/studio\/factor\//);
    }
  });

  test('before somebody is in, nothing is saved and what was typed is given back', async () => {
    const before = title();
    const response = await askStudio(live, '/studio/do/translations-save/', { fields: typed('Une longue phrase') });
    expect([response.status, response.text.includes('Une longue phrase')]).toEqual([422, true]);
    const upload = await sendUpload(live, {
      ...{ host: STUDIO_HOST, cookie: '', action: 'translations-save', name: 'file', bytes: Buffer.alloc(1_000_000) },
    });
    expect(upload.status).toBe(415);
    expect(title()).toEqual(before);
  });
});

describe('a text', () => {
  test('is saved, and becomes stale when its source changes, with the words that changed', async () => {
    expect(location(await act('translations-save', typed('Vendre ensemble')))).toContain('done=saved');
    expect(title().fr).toBe('Vendre ensemble');
    editByHand(live, FILE, { title: { ...title(), nl: 'Zo verkopen wij een woning' } });
    const page = (await open(PAGE)).text;
    expect(page).toContain('<del>huis</del><ins>woning</ins>');
    expect(page).toContain('Klopt nog');
    expect((await open('/studio/translations/?language=fr&state=stale')).text).toContain(FILE);
    expect(location(await act('translations-save', { list: LIST, right: '/title' }))).toContain('done=saved');
    expect((await open(`${PAGE}&state=all`)).text).toContain('Nog juist bevonden');
    expect((await open('/studio/translations/?language=fr&state=stale')).text).not.toContain(FILE);
  });

  test('that somebody else changed meanwhile is shown beside what was typed, and can be saved over it', async () => {
    const source = title().nl!;
    editByHand(live, FILE, { title: { ...title(), fr: 'Autre titre' } });
    const clash = await act('translations-save', typed('Mon titre', { base: 'Vendre ensemble', source }));
    expect(clash.status).toBe(422);
    for (const text of ['Mon titre', 'Autre titre', 'Iemand anders heeft deze tekst'])
      expect(clash.text, text).toContain(text);
    expect(title().fr).toBe('Autre titre');
    const again = /name="base-0" value="(\w+)"/.exec(clash.text)?.[1];
    expect(again).toBe(textDigest('Autre titre'));
    await act('translations-save', typed('Mon titre', { base: 'Autre titre', source }));
    expect(title().fr).toBe('Mon titre');
  });
});

test('a label is refused with other placeholders, keeps what was typed, and is saved with the right ones', async () => {
  const fields = { list: 'language=fr&q=REF_SHORT', at: '0', 'id-0': 'REF_SHORT', 'base-0': '' };
  const refused = await act('labels-save', { ...fields, 'text-0': 'Numéro {nom}' });
  expect([refused.status, refused.text.includes('Numéro {nom}')]).toEqual([422, true]);
  expect(refused.text).toContain('dezelfde woorden tussen accolades');
  expect(location(await act('labels-save', { ...fields, 'text-0': 'Numéro {id}' }))).toContain('done=saved');
  expect(contentOf(live, 'labels/fr.json')).toEqual({ REF_SHORT: 'Numéro {id}' });
  const back = { ...fields, 'base-0': textDigest('Numéro {id}'), 'text-0': 'Numéro {id}', delivered: 'REF_SHORT' };
  expect(location(await act('labels-save', back))).toContain('done=saved');
  expect(contentOf(live, 'labels/fr.json')).toEqual({});
});
