import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MEMBER, OTHER, pathOf, property, startContentSite, toOf } from '../support/content-site.ts';
import type { LiveSite } from '../support/live-site.ts';
import { mediaPhoto } from '../support/media-photo.ts';
import { fieldsOfForm, postMultipart } from '../support/posted-form.ts';

let live: LiveSite;
let site: Awaited<ReturnType<typeof startContentSite>>;
beforeAll(async () => {
  site = await startContentSite(inject('site'));
  live = site.live;
}, 60_000);
afterAll(() => live.stop());

describe('something new', () => {
  test('a property from an empty form: what is missing is said, then it gets its number and its town', async () => {
    const half = await site.save('properties', '_new', { '/Price': '250000' }, 'agent');
    expect(toOf(half)).toContain('wrong=content-invalid');
    expect(await site.get(pathOf('properties', '_new'), 'agent')).toContain('Vul dit in.');
    const whole = { '/Zip': '1850', '/WebIDs': '1', '/TypeDescription/nl': 'Nieuw huis', '/RecordFile': 'N-1' };
    const made = await site.save('properties', '_new', whole, 'agent');
    expect(toOf(made)).toContain('done=created');
    const id = /properties\/(\d+)\//.exec(toOf(made))![1]!;
    expect(site.dataOf(property(id))).toMatchObject({
      ...{ ID: Number(id), Price: 250_000, Zip: '1850', Manager: MEMBER, RecordFile: 'N-1', WebIDs: '1' },
      City: expect.objectContaining({ nl: 'Grimbergen' }),
    });
    expect(Object.keys(site.dataOf(property(id))).slice(0, 3)).toEqual(['$schema', 'ID', 'RecordFile']);
    // The next one gets another number, also after this one is gone.
    await site.act('archive', { kind: 'properties', name: id });
    expect(existsSync(join(live.contentDir, property(id)))).toBe(false);
    expect(existsSync(join(live.contentDir, `gone/${id}.json`))).toBe(true);
    const next = await site.save('properties', '_new', { ...whole, '/Price': '1' });
    expect(toOf(next)).not.toContain(`/${id}/`);
    expect(await site.get('/studio/content/properties/')).toContain('Nieuw huis');
    expect(toOf(await site.act('restore', { kind: 'properties', name: id }))).toContain('done=content-restored');
    expect(existsSync(join(live.contentDir, property(id)))).toBe(true);
    expect(existsSync(join(live.contentDir, `gone/${id}.json`))).toBe(false);
  });

  test('a copy is a draft of a new one without what belongs to the original alone', async () => {
    expect(toOf(await site.act('copy', { kind: 'properties', name: OTHER }))).toContain('/_new/?done=copied');
    const fields = new Map(fieldsOfForm(await site.get(pathOf('properties', '_new')), '.c-form'));
    expect([fields.get('/Price'), fields.get('/RecordFile')]).toEqual(['985000', '']);
    expect(toOf(await site.act('discard', { kind: 'properties', name: '_new' }))).toContain(
      '/studio/content/properties/',
    );
  });

  test('a page is a draft with a name made of its title, and a wrong module is refused', async () => {
    const made = await site.save('pages', '_new', { '/name/nl': 'Onze Straat!', '/path/nl': 'onze-straat' }, 'editor');
    expect(toOf(made)).toBe('/studio/content/pages/onze-straat/?done=created');
    expect(site.dataOf('menu/onze-straat.json')).toMatchObject({ id: 'onze-straat', status: 'Draft' });
    const added = await site.save('pages', 'onze-straat', { do: 'preset:team' }, 'editor');
    expect(decodeURIComponent(toOf(added))).toContain('#f/params/modules/0');
    const wrong = await site.save('pages', 'onze-straat', { '/params/modules/0/view': 'latest' }, 'editor');
    expect(toOf(wrong)).toContain('wrong=content-invalid');
    const right = await site.save('pages', 'onze-straat', { '/params/modules/0/view': 'team' }, 'editor');
    expect(toOf(right)).toContain('done=content-saved');
    expect(site.dataOf('menu/onze-straat.json').params).toMatchObject({
      modules: [{ id: 'team', relationType: 'category', relationId: 'team', view: 'team' }],
    });
  });
});

describe('a picture of a page', () => {
  const post = (name: string, bytes: Uint8Array) => {
    const body = new FormData();
    for (const [key, value] of [
      ...[
        ['kind', 'articles'],
        ['name', 'home-steps'],
        ['do', 'image:/image/src'],
      ],
      ...[
        ['base', site.textOf('articles/home-steps.json')],
        ['/image/src', ''],
      ],
    ] as [string, string][])
      body.append(key, value);
    body.append('file:/image/src', new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
    return postMultipart(live, '/studio/do/content-save/', site.as('editor').cookie, body);
  };

  test('is uploaded with the form, and is in the draft with its path', async () => {
    const response = await post('../../kaart.jpg', await mediaPhoto(300, 200));
    expect(decodeURIComponent(toOf(response))).toBe(
      '/studio/content/articles/home-steps/?done=content-draft#f/image/src',
    );
    const src = new Map(fieldsOfForm(await site.get(pathOf('articles', 'home-steps'), 'editor'), '.c-form')).get(
      '/image/src',
    );
    expect(src).toMatch(/^site\/home-steps-[0-9a-f]{16}\.jpg$/);
    expect(existsSync(join(live.contentDir, 'media', src!))).toBe(true);
    await site.act('discard', { kind: 'articles', name: 'home-steps' }, 'editor');
  });

  test('that is none is refused', async () => {
    expect(toOf(await post('kaart.jpg', Buffer.from('<svg onload="x"/>')))).toContain('wrong=content-image');
    await site.act('discard', { kind: 'articles', name: 'home-steps' }, 'editor');
  });
});
