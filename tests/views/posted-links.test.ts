import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { livePosts } from '../support/live-posts.ts';
import { FORM_TYPE, json, right } from '../support/post.ts';

const live = livePosts();
const { send } = live;

describe('a link from a mail', () => {
  const subscribe = async (email: string) => {
    await send(json('sign-newsletter', { ...right('sign-newsletter'), email }));
    const row = live.site.rows('outbox').find(({ recipient }) => recipient === email)!;
    const confirm = /\/nl\/m\/([\w.-]+)\//.exec(String(row.text))![1]!;
    const leave = /\/api\/m\/([\w.-]+)>/.exec(String(row.headers))![1]!;
    const state = () => live.site.rows('newsletter').find((one) => one.email === email)!.state;
    return { confirm, leave, state };
  };

  test('changes nothing when it is opened by people or scanners, only by its button', async () => {
    const { confirm, state } = await subscribe('open@example.be');
    for (const method of ['GET', 'HEAD', 'GET'])
      expect((await send({ path: `/nl/m/${confirm}/` }, method)).status).toBe(200);
    expect((await send({ path: `/api/m/${confirm}` }, 'GET')).status).toBe(303);
    expect(state()).toBe('pending');
    const page = parse((await send({ path: `/nl/m/${confirm}/` }, 'GET')).text);
    const form = page.querySelector('main form')!;
    expect(form.getAttribute('method')).toBe('post');
    const done = await send({ path: form.getAttribute('action')!, headers: FORM_TYPE, body: 'language=nl' });
    expect([done.status, state()]).toEqual([303, 'confirmed']);
    expect((await send({ path: String(done.headers.location) }, 'GET')).status).toBe(200);
  });

  test('unsubscribes with one click from a mail program that sends no origin', async () => {
    const { confirm, leave, state } = await subscribe('click@example.be');
    await send({ path: `/api/m/${confirm}`, headers: FORM_TYPE, body: '' });
    expect(state()).toBe('confirmed');
    const click = await send({
      path: `/api/m/${leave}`,
      headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([click.status, state()]).toEqual([200, 'unsubscribed']);
    const unknown = await send({
      path: `/api/m/${leave}x`,
      headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(unknown.status).toBe(404);
  });

  test('that is foreign says so, and never more', async () => {
    for (const path of ['/nl/m/x/', '/nl/m/x.y/', '/nl/m/%00/', '/nl/m/__proto__/'])
      expect([400, 404]).toContain((await send({ path }, 'GET')).status);
    const response = await send({ path: '/api/m/x.y', headers: FORM_TYPE, body: 'language=fr' });
    expect([response.status, response.headers.location]).toEqual([303, '/fr/m/x.y/?failed']);
  });
});
