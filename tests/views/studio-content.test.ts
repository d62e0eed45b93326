import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CONTENT_KIND_NAMES, CONTENT_KINDS, fileOf } from '../../src/content/fields/content-kind.ts';
import { MEMBER, OTHER, OWN, pathOf, property, startContentSite, toOf } from '../support/content-site.ts';
import type { LiveSite } from '../support/live-site.ts';
import { fieldsOfForm, postFields, postForm } from '../support/posted-form.ts';
import { askStudio } from '../support/studio-site.ts';

let live: LiveSite;
let site: Awaited<ReturnType<typeof startContentSite>>;
beforeAll(async () => {
  site = await startContentSite(inject('site'));
  live = site.live;
}, 60_000);
afterAll(() => live.stop());

describe('a form that is saved as it was opened', () => {
  const FIRST: Readonly<Record<string, string>> = {
    ...{ properties: OTHER, projects: '801', pages: 'home', articles: 'home-steps', team: MEMBER },
    ...{ testimonials: 'testimonial-1', settings: 'viewings', routes: '3', types: '0', towns: '2' },
  };
  test.each(CONTENT_KIND_NAMES)('changes no byte: %s', async (kind) => {
    const { file } = fileOf(CONTENT_KINDS[kind], FIRST[kind]!)!;
    const before = site.textOf(file);
    expect(toOf(await site.save(kind, FIRST[kind]!, {}))).toContain('done=unchanged');
    expect(site.textOf(file)).toBe(before);
  });
});

describe('one field', () => {
  test('changes its line only, is in the history with its words, and can be undone', async () => {
    const before = site.textOf(property(OTHER));
    expect(toOf(await site.save('properties', OTHER, { '/Price': '977.500' }, 'office'))).toContain(
      'done=content-saved',
    );
    expect(site.textOf(property(OTHER))).toBe(before.replace('"Price": 985000', '"Price": 977500'));
    const history = await site.get(`${pathOf('properties', OTHER)}history/`);
    expect(history).toContain('The office');
    expect(history).toMatch(/Prijs: €\s985\.000 → €\s977\.500/);
    const number = /name="number" value="(\d+)"/.exec(history)![1]!;
    const undone = await site.act('undo', { kind: 'properties', name: OTHER, number });
    expect(toOf(undone)).toContain('done=content-undone');
    expect(site.textOf(property(OTHER))).toBe(before);
  });

  test('that is wrong is not saved, and is shown again with what is wrong', async () => {
    const before = site.textOf(property(OTHER));
    const response = await site.save('properties', OTHER, { '/Price': 'a lot', '/Street': 'Nieuwe Laan' });
    expect(toOf(response)).toContain('wrong=content-invalid');
    expect(site.textOf(property(OTHER))).toBe(before);
    const page = await site.get(pathOf('properties', OTHER));
    expect(page).toContain('Schrijf een bedrag');
    expect(new Map(fieldsOfForm(page, '.c-form')).get('/Price')).toBe('a lot');
    expect(new Map(fieldsOfForm(page, '.c-form')).get('/Street')).toBe('Nieuwe Laan');
    await site.act('discard', { kind: 'properties', name: OTHER });
    expect(new Map(fieldsOfForm(await site.get(pathOf('properties', OTHER)), '.c-form')).get('/Price')).toBe('985000');
  });
});

describe('two people on one property', () => {
  test('change different fields: both are saved', async () => {
    const path = pathOf('properties', '35103');
    const [first, second] = await Promise.all([site.get(path), site.get(path, 'office')]);
    const sent = (html: string, name: string, value: string) =>
      fieldsOfForm(html, '.c-form').map(([key, text]): [string, string] => [key, key === name ? value : text]);
    const action = '/studio/do/content-save/';
    await postFields(live, action, site.as('admin').cookie, sent(first, '/Street', 'Eerste Straat'));
    const late = await postFields(live, action, site.as('office').cookie, sent(second, '/HouseNumber', '99'));
    expect(toOf(late)).toContain('done=content-saved');
    expect(site.dataOf(property('35103'))).toMatchObject({ Street: 'Eerste Straat', HouseNumber: '99' });
  });

  test('change one field: both values are shown, and the one that is chosen is written', async () => {
    const path = pathOf('properties', '35104');
    const opened = await site.get(path, 'office');
    const price = Number(site.dataOf(property('35104')).Price);
    await site.save('properties', '35104', { '/Price': String(price + 1000) });
    const sent = fieldsOfForm(opened, '.c-form').map(([key, text]): [string, string] => [
      key,
      key === '/Price' ? String(price + 2000) : text,
    ]);
    const clash = await postFields(live, '/studio/do/content-save/', site.as('office').cookie, sent);
    expect(toOf(clash)).toContain('wrong=content-clash');
    expect(site.dataOf(property('35104')).Price).toBe(price + 1000);
    const page = await site.get(path, 'office');
    expect(page).toContain('Wat u schreef');
    expect(page).toContain(String(price + 1000));
    expect(page).toContain(String(price + 2000));
    const chosen = await postForm(live, { path, ...site.as('office') }, { 'choice:0': 'mine' });
    expect(toOf(chosen)).toContain('done=content-saved');
    expect(site.dataOf(property('35104')).Price).toBe(price + 2000);
  });
});

describe('rights', () => {
  test('an agent changes own properties only, an editor texts only, a reader nothing', async () => {
    const words = { '/DescriptionA/nl': 'Een nieuwe tekst.' };
    expect(toOf(await site.save('properties', OWN, { 'price-sure': '111000', '/Price': '111000' }, 'agent'))).toContain(
      'done=content-saved',
    );
    expect(toOf(await site.save('properties', OTHER, words, 'agent'))).toContain('wrong=content-forbidden');
    expect(toOf(await site.save('properties', OTHER, words, 'editor'))).toContain('done=content-saved');
    expect(toOf(await site.save('properties', OTHER, { '/Price': '1' }, 'editor'))).toContain(
      'wrong=content-forbidden',
    );
    expect((await site.save('properties', OTHER, words, 'reader')).status).toBe(404);
    expect(site.dataOf(property(OTHER))).toMatchObject({ Price: 985_000, DescriptionA: { nl: 'Een nieuwe tekst.' } });
    expect(await site.get(pathOf('properties', OTHER), 'reader')).not.toContain('name="do"');
  });

  test('an agent cannot take a property by naming themselves as its agent', async () => {
    const taken = await site.save('properties', OTHER, { '/Manager': MEMBER }, 'agent');
    expect(toOf(taken)).toContain('wrong=content-forbidden');
    expect(site.dataOf(property(OTHER)).Manager).not.toBe(MEMBER);
  });

  test('settings: the office changes hours, an agent own days off, an editor sees none', async () => {
    expect(toOf(await site.save('settings', 'viewings', { '/horizonDays': '20' }, 'office'))).toContain(
      'done=content-saved',
    );
    expect(toOf(await site.save('settings', 'site', { '/newForDays': '9' }, 'office'))).toContain('content-forbidden');
    expect(toOf(await site.save('settings', 'viewings', { '/horizonDays': '30' }, 'agent'))).toContain(
      'content-forbidden',
    );
    await site.act('discard', { kind: 'settings', name: 'viewings' }, 'agent');
    const added = await site.save('settings', 'viewings', { do: 'add:/agents', 'key:/agents': MEMBER }, 'admin');
    expect(added.status).toBe(303);
    await site.act('discard', { kind: 'settings', name: 'viewings' });
    expect((await askStudio(live, pathOf('settings', 'site'), site.as('editor'))).status).toBe(404);
    expect((await askStudio(live, pathOf('pages', 'home'), site.as('agent'))).status).toBe(404);
  });
});

describe('a property of a CRM', () => {
  test('shows which fields the CRM decides, locks them, and lets one be taken over', async () => {
    const file = join(live.contentDir, property('35106'));
    writeFileSync(file, site.textOf(property('35106')).replace('"RecordFile"', '"Source": "whise",\n  "RecordFile"'));
    mkdirSync(join(live.dataDir, 'import'), { recursive: true });
    const state = { goodAt: null, alarm: null, maxAgeHours: 24, owned: ['Price', 'Street'] };
    writeFileSync(join(live.dataDir, 'import/whise.json'), JSON.stringify(state));
    const path = pathOf('properties', '35106');
    expect(await site.get(path)).toContain('Komt uit whise.');
    const before = site.textOf(property('35106'));
    expect(toOf(await site.save('properties', '35106', { 'price-sure': '5', '/Price': '5' }))).toContain(
      'wrong=content-forbidden',
    );
    expect(site.textOf(property('35106'))).toBe(before);
    await site.act('discard', { kind: 'properties', name: '35106' });
    const fields = { kind: 'properties', name: '35106', field: 'Price', here: 'yes' };
    expect(toOf(await site.act('source', fields))).toContain('done=taken-over');
    expect(site.dataOf(property('35106')).EditorFields).toEqual(['Price']);
    expect(toOf(await site.save('properties', '35106', { 'price-sure': '5', '/Price': '5' }))).toContain(
      'done=content-saved',
    );
    expect(toOf(await site.act('source', { ...fields, here: 'no' }))).toContain('done=given-back');
    expect(site.dataOf(property('35106')).EditorFields).toBeUndefined();
  });

  test.each([[['Status']], [['Marquee']], [['Status', 'Marquee']]])(
    'whether it is available is one fact, where the CRM decides %j',
    async (owned) => {
      const name = '35106';
      const state = { goodAt: null, alarm: null, maxAgeHours: 24, owned };
      writeFileSync(join(live.dataDir, 'import/whise.json'), JSON.stringify(state));
      const set = (Marquee: string) => site.save('properties', name, { '/Marquee': Marquee });
      expect(toOf(await set('3'))).toContain('wrong=content-forbidden');
      await site.act('discard', { kind: 'properties', name });
      const fields = { kind: 'properties', name, field: 'Marquee', here: 'yes' };
      expect(toOf(await site.act('source', fields))).toContain('done=taken-over');
      expect(toOf(await set('3'))).toContain('done=content-saved');
      // An import leaves both to the editor.
      const sold = { Marquee: 3, Status: 2, EditorFields: ['Marquee', 'Status'] };
      expect(site.dataOf(property(name))).toMatchObject(sold);
      expect(toOf(await set('0'))).toContain('done=content-saved');
      expect(site.dataOf(property(name))).toMatchObject({ Marquee: 0, Status: 1 });
      expect(toOf(await site.act('source', { ...fields, here: 'no' }))).toContain('done=given-back');
      expect(site.dataOf(property(name)).EditorFields).toBeUndefined();
    },
  );
});

describe('what does not exist', () => {
  test.each([
    ...['/studio/content/nothing/', '/studio/content/properties/1/', '/studio/content/properties/..%2fsettings/'],
    ...['/studio/content/settings/_new/', '/studio/content/routes/99999/', '/studio/content/__proto__/'],
  ])('%s', async (path) => {
    expect([400, 404]).toContain((await askStudio(live, path, site.as('admin'))).status);
  });

  test('a body without its data, or with broken data, changes nothing', async () => {
    const before = site.textOf(property(OTHER));
    for (const fields of [{}, { base: '{' }, { base: '{}', shown: 'x' }] as Record<string, string>[]) {
      const response = await site.act('save', { kind: 'properties', name: OTHER, ...fields, '/Price': '1' });
      expect(toOf(response)).toContain('wrong=content-lost');
    }
    expect(site.textOf(property(OTHER))).toBe(before);
  });
});
