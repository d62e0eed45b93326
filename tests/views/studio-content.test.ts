import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CONTENT_KIND_NAMES, CONTENT_KINDS, fileOf } from '../../src/domain/editing/content-kind.ts';
import { ROLES, type Role } from '../../src/domain/staff/roles.ts';
import { openDatabase } from '../../src/server/platform/database/database.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { fieldsOfForm, postFields, postForm } from '../support/posted-form.ts';
import { askStudio, employAll, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
/** A property of this agent, and one of another. */
const [OWN, OTHER] = ['35141', '35101'];
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ROLES, MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const textOf = (file: string) => readFileSync(join(live.contentDir, file), 'utf8');
const dataOf = (file: string) => JSON.parse(textOf(file)) as Record<string, unknown>;
const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const pathOf = (kind: string, name: string) => `/studio/content/${kind}/${name}/`;
const get = async (path: string, role: Role = 'admin') => (await askStudio(live, path, as(role))).text;
const toOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');
const save = (kind: string, name: string, written: Record<string, string>, role: Role = 'admin') =>
  postForm(live, { path: pathOf(kind, name), ...as(role) }, written);
const act = (action: string, fields: Record<string, string>, role: Role = 'admin') =>
  askStudio(live, `/studio/do/content-${action}/`, { ...as(role), fields });
const property = (id: string) => `properties/${id}.json`;

describe('a form that is saved as it was opened', () => {
  const FIRST: Readonly<Record<string, string>> = {
    ...{ properties: OTHER, projects: '801', pages: 'home', articles: 'home-steps', team: MEMBER },
    ...{ testimonials: 'testimonial-1', settings: 'viewings', routes: '3', types: '0', towns: '2' },
  };
  test.each(CONTENT_KIND_NAMES)('changes no byte: %s', async (kind) => {
    const { file } = fileOf(CONTENT_KINDS[kind], FIRST[kind]!)!;
    const before = textOf(file);
    expect(toOf(await save(kind, FIRST[kind]!, {}))).toContain('done=unchanged');
    expect(textOf(file)).toBe(before);
  });
});

describe('one field', () => {
  test('changes its line only, is in the history with its words, and can be undone', async () => {
    const before = textOf(property(OTHER));
    expect(toOf(await save('properties', OTHER, { '/Price': '977.500' }, 'office'))).toContain('done=content-saved');
    expect(textOf(property(OTHER))).toBe(before.replace('"Price": 985000', '"Price": 977500'));
    const history = await get(`${pathOf('properties', OTHER)}history/`);
    expect(history).toContain('The office');
    expect(history).toMatch(/Prijs: €\s985\.000 → €\s977\.500/);
    const number = /name="number" value="(\d+)"/.exec(history)![1]!;
    const undone = await act('undo', { kind: 'properties', name: OTHER, number });
    expect(toOf(undone)).toContain('done=content-undone');
    expect(textOf(property(OTHER))).toBe(before);
  });

  test('that is wrong is not saved, and is shown again with what is wrong', async () => {
    const before = textOf(property(OTHER));
    const response = await save('properties', OTHER, { '/Price': 'a lot', '/Street': 'Nieuwe Laan' });
    expect(toOf(response)).toContain('wrong=content-invalid');
    expect(textOf(property(OTHER))).toBe(before);
    const page = await get(pathOf('properties', OTHER));
    expect(page).toContain('Schrijf een getal');
    expect(new Map(fieldsOfForm(page, '.c-form')).get('/Price')).toBe('a lot');
    expect(new Map(fieldsOfForm(page, '.c-form')).get('/Street')).toBe('Nieuwe Laan');
    await act('discard', { kind: 'properties', name: OTHER });
    expect(new Map(fieldsOfForm(await get(pathOf('properties', OTHER)), '.c-form')).get('/Price')).toBe('985000');
  });
});

describe('two people on one property', () => {
  test('change different fields: both are saved', async () => {
    const path = pathOf('properties', '35103');
    const [first, second] = await Promise.all([get(path), get(path, 'office')]);
    const sent = (html: string, name: string, value: string) =>
      fieldsOfForm(html, '.c-form').map(([key, text]): [string, string] => [key, key === name ? value : text]);
    const action = '/studio/do/content-save/';
    await postFields(live, action, as('admin').cookie, sent(first, '/Street', 'Eerste Straat'));
    const late = await postFields(live, action, as('office').cookie, sent(second, '/HouseNumber', '99'));
    expect(toOf(late)).toContain('done=content-saved');
    expect(dataOf(property('35103'))).toMatchObject({ Street: 'Eerste Straat', HouseNumber: '99' });
  });

  test('change one field: both values are shown, and the one that is chosen is written', async () => {
    const path = pathOf('properties', '35104');
    const opened = await get(path, 'office');
    const price = Number(dataOf(property('35104')).Price);
    await save('properties', '35104', { '/Price': String(price + 1000) });
    const sent = fieldsOfForm(opened, '.c-form').map(([key, text]): [string, string] => [
      key,
      key === '/Price' ? String(price + 2000) : text,
    ]);
    const clash = await postFields(live, '/studio/do/content-save/', as('office').cookie, sent);
    expect(toOf(clash)).toContain('wrong=content-clash');
    expect(dataOf(property('35104')).Price).toBe(price + 1000);
    const page = await get(path, 'office');
    expect(page).toContain('Wat u schreef');
    expect(page).toContain(String(price + 1000));
    expect(page).toContain(String(price + 2000));
    const chosen = await postForm(live, { path, ...as('office') }, { 'choice:0': 'mine' });
    expect(toOf(chosen)).toContain('done=content-saved');
    expect(dataOf(property('35104')).Price).toBe(price + 2000);
  });
});

describe('rights', () => {
  test('an agent changes own properties only, an editor texts only, a reader nothing', async () => {
    const words = { '/DescriptionA/nl': 'Een nieuwe tekst.' };
    expect(toOf(await save('properties', OWN, { '/Price': '111000' }, 'agent'))).toContain('done=content-saved');
    expect(toOf(await save('properties', OTHER, words, 'agent'))).toContain('wrong=content-forbidden');
    expect(toOf(await save('properties', OTHER, words, 'editor'))).toContain('done=content-saved');
    expect(toOf(await save('properties', OTHER, { '/Price': '1' }, 'editor'))).toContain('wrong=content-forbidden');
    expect((await save('properties', OTHER, words, 'reader')).status).toBe(404);
    expect(dataOf(property(OTHER))).toMatchObject({ Price: 985_000, DescriptionA: { nl: 'Een nieuwe tekst.' } });
    expect(await get(pathOf('properties', OTHER), 'reader')).not.toContain('name="do"');
  });

  test('an agent cannot take a property by naming themselves as its agent', async () => {
    const taken = await save('properties', OTHER, { '/Manager': MEMBER }, 'agent');
    expect(toOf(taken)).toContain('wrong=content-forbidden');
    expect(dataOf(property(OTHER)).Manager).not.toBe(MEMBER);
  });

  test('settings: the office changes hours, an agent own days off, an editor sees none', async () => {
    expect(toOf(await save('settings', 'viewings', { '/horizonDays': '20' }, 'office'))).toContain('done=content-saved');
    expect(toOf(await save('settings', 'site', { '/newForDays': '9' }, 'office'))).toContain('content-forbidden');
    expect(toOf(await save('settings', 'viewings', { '/horizonDays': '30' }, 'agent'))).toContain('content-forbidden');
    await act('discard', { kind: 'settings', name: 'viewings' }, 'agent');
    const added = await save('settings', 'viewings', { do: 'add:/agents', 'key:/agents': MEMBER }, 'admin');
    expect(added.status).toBe(303);
    await act('discard', { kind: 'settings', name: 'viewings' });
    expect((await askStudio(live, pathOf('settings', 'site'), as('editor'))).status).toBe(404);
    expect((await askStudio(live, pathOf('pages', 'home'), as('agent'))).status).toBe(404);
  });
});

describe('something new', () => {
  test('a property from an empty form: what is missing is said, then it gets its number and its town', async () => {
    const half = await save('properties', '_new', { '/Price': '250000' }, 'agent');
    expect(toOf(half)).toContain('wrong=content-invalid');
    expect(await get(pathOf('properties', '_new'), 'agent')).toContain('Vul dit in.');
    const whole = { '/Zip': '1850', '/WebIDs': '1', '/TypeDescription/nl': 'Nieuw huis', '/RecordFile': 'N-1' };
    const made = await save('properties', '_new', whole, 'agent');
    expect(toOf(made)).toContain('done=created');
    const id = /properties\/(\d+)\//.exec(toOf(made))![1]!;
    expect(dataOf(property(id))).toMatchObject({
      ...{ ID: Number(id), Price: 250_000, Zip: '1850', Manager: MEMBER, RecordFile: 'N-1', WebIDs: '1' },
      City: expect.objectContaining({ nl: 'Grimbergen' }),
    });
    expect(Object.keys(dataOf(property(id))).slice(0, 3)).toEqual(['$schema', 'ID', 'RecordFile']);
    // The next one gets another number, also after this one is gone.
    await act('archive', { kind: 'properties', name: id });
    expect(existsSync(join(live.contentDir, property(id)))).toBe(false);
    expect(existsSync(join(live.contentDir, `gone/${id}.json`))).toBe(true);
    const next = await save('properties', '_new', { ...whole, '/Price': '1' });
    expect(toOf(next)).not.toContain(`/${id}/`);
    expect(await get('/studio/content/properties/')).toContain('Nieuw huis');
    expect(toOf(await act('restore', { kind: 'properties', name: id }))).toContain('done=content-restored');
    expect(existsSync(join(live.contentDir, property(id)))).toBe(true);
    expect(existsSync(join(live.contentDir, `gone/${id}.json`))).toBe(false);
  });

  test('a copy is a draft of a new one without what belongs to the original alone', async () => {
    expect(toOf(await act('copy', { kind: 'properties', name: OTHER }))).toContain('/_new/?done=copied');
    const fields = new Map(fieldsOfForm(await get(pathOf('properties', '_new')), '.c-form'));
    expect([fields.get('/Price'), fields.get('/RecordFile')]).toEqual(['985000', '']);
    expect(toOf(await act('discard', { kind: 'properties', name: '_new' }))).toContain('/studio/content/properties/');
  });

  test('a page is a draft with a name made of its title, and a wrong module is refused', async () => {
    const made = await save('pages', '_new', { '/name/nl': 'Onze Straat!', '/path/nl': 'onze-straat' }, 'editor');
    expect(toOf(made)).toBe('/studio/content/pages/onze-straat/?done=created');
    expect(dataOf('menu/onze-straat.json')).toMatchObject({ id: 'onze-straat', status: 'Draft' });
    const added = await save('pages', 'onze-straat', { do: 'preset:team' }, 'editor');
    expect(decodeURIComponent(toOf(added))).toContain('#f/params/modules/0');
    const wrong = await save('pages', 'onze-straat', { '/params/modules/0/view': 'latest' }, 'editor');
    expect(toOf(wrong)).toContain('wrong=content-invalid');
    const right = await save('pages', 'onze-straat', { '/params/modules/0/view': 'team' }, 'editor');
    expect(toOf(right)).toContain('done=content-saved');
    expect(dataOf('menu/onze-straat.json').params).toMatchObject({
      modules: [{ id: 'team', relationType: 'category', relationId: 'team', view: 'team' }],
    });
  });
});

describe('a property of a CRM', () => {
  test('shows which fields the CRM decides, locks them, and lets one be taken over', async () => {
    const file = join(live.contentDir, property('35106'));
    writeFileSync(file, textOf(property('35106')).replace('"RecordFile"', '"Source": "whise",\n  "RecordFile"'));
    mkdirSync(join(live.dataDir, 'import'), { recursive: true });
    const state = { goodAt: null, alarm: null, maxAgeHours: 24, owned: ['Price', 'Street'] };
    writeFileSync(join(live.dataDir, 'import/whise.json'), JSON.stringify(state));
    const path = pathOf('properties', '35106');
    expect(await get(path)).toContain('Komt uit whise.');
    const before = textOf(property('35106'));
    expect(toOf(await save('properties', '35106', { '/Price': '5' }))).toContain('wrong=content-forbidden');
    expect(textOf(property('35106'))).toBe(before);
    await act('discard', { kind: 'properties', name: '35106' });
    const fields = { kind: 'properties', name: '35106', field: 'Price', here: 'yes' };
    expect(toOf(await act('source', fields))).toContain('done=taken-over');
    expect(dataOf(property('35106')).EditorFields).toEqual(['Price']);
    expect(toOf(await save('properties', '35106', { '/Price': '5' }))).toContain('done=content-saved');
    expect(toOf(await act('source', { ...fields, here: 'no' }))).toContain('done=given-back');
    expect(dataOf(property('35106')).EditorFields).toBeUndefined();
  });
});

describe('what does not exist', () => {
  test.each([
    ...['/studio/content/nothing/', '/studio/content/properties/1/', '/studio/content/properties/..%2fsettings/'],
    ...['/studio/content/settings/_new/', '/studio/content/routes/99999/', '/studio/content/__proto__/'],
  ])('%s', async (path) => {
    expect([400, 404]).toContain((await askStudio(live, path, as('admin'))).status);
  });

  test('a body without its data, or with broken data, changes nothing', async () => {
    const before = textOf(property(OTHER));
    for (const fields of [{}, { base: '{' }, { base: '{}', shown: 'x' }] as Record<string, string>[]) {
      const response = await act('save', { kind: 'properties', name: OTHER, ...fields, '/Price': '1' });
      expect(toOf(response)).toContain('wrong=content-lost');
    }
    expect(textOf(property(OTHER))).toBe(before);
  });
});
