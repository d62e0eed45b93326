import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { feedbackToken } from '../../src/features/owner/feedback.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { mainOf } from '../support/browse.ts';
import { livePosts } from '../support/live-posts.ts';
import { LIVE_SECRET } from '../support/live-site.ts';
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

  test('says that it is done when it is opened again after use, also that of an earlier mail', async () => {
    const { confirm, state } = await subscribe('again@example.be');
    await send(json('sign-newsletter', { ...right('sign-newsletter'), email: 'again@example.be', firstName: 'An' }));
    const mails = live.site.rows('outbox').filter(({ recipient }) => recipient === 'again@example.be');
    expect(mails).toHaveLength(2);
    await send({ path: `/api/m/${confirm}`, headers: FORM_TYPE, body: 'language=nl' });
    expect(state()).toBe('confirmed');
    for (const { text } of mails) {
      const [path = ''] = /\/nl\/m\/[\w.-]+\//.exec(String(text))!;
      const page = parse((await send({ path }, 'GET')).text);
      expect(page.querySelector('main h1')?.text).toBe('U bent ingeschreven op de nieuwsbrief.');
      expect(page.querySelector('main form')).toBeNull();
    }
  });

  test.each([
    [{ types: ['house'], towns: ['1850|grimbergen'] }, 'Dit past nu al', /\/nl\/te-koop\/grimbergen\//],
    [{ types: ['house'], towns: ['1850|grimbergen'], maxPrice: '1' }, 'Op dit moment past er geen pand', null],
  ])('that confirms a search shows what fits it now: %j', async (values, words, card) => {
    const email = `search-${words.length}@example.be`;
    await send(json('demand-register', { ...right('demand-register'), ...values, email }));
    const mail = live.site.rows('outbox').find(({ recipient }) => recipient === email)!;
    const [path = '', token = ''] = /\/nl\/m\/([\w.-]+)\//.exec(String(mail.text))!;
    expect((await send({ path }, 'GET')).text).not.toContain(words);
    const done = await send({ path: `/api/m/${token}`, headers: FORM_TYPE, body: 'language=nl' });
    for (const page of [String(done.headers.location), path]) {
      const main = parse((await send({ path: page }, 'GET')).text).querySelector('main')!;
      expect(main.text).toContain(words);
      const links = main.querySelectorAll('.card a').map((link) => String(link.getAttribute('href')));
      expect(links.length > 0).toBe(card !== null);
      expect(links.filter((link) => !card?.test(link))).toEqual([]);
    }
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

  test('of an owner who has no account any more says so', async () => {
    const token = mailLinkToken(LIVE_SECRET, { do: 'stop-digest', owner: newId() });
    const done = await send({ path: `/api/m/${token}`, headers: FORM_TYPE, body: 'language=nl' });
    const { status, text } = await send({ path: String(done.headers.location) }, 'GET');
    expect([status, mainOf(parse(text))]).toEqual([200, expect.stringContaining('Gebruiker niet gevonden')]);
  });

  test('that asks how a viewing went says when the data of its visitor are gone', async () => {
    const path = `/nl/visit-feedback/?token=${feedbackToken(LIVE_SECRET, newId())}`;
    const { text } = await send({ path }, 'GET');
    expect(mainOf(parse(text))).toContain('Persoon niet gevonden');
  });

  test('that is foreign says so, and never more', async () => {
    for (const path of ['/nl/m/x/', '/nl/m/x.y/', '/nl/m/%00/', '/nl/m/__proto__/'])
      expect([400, 404]).toContain((await send({ path }, 'GET')).status);
    const response = await send({ path: '/api/m/x.y', headers: FORM_TYPE, body: 'language=fr' });
    expect([response.status, response.headers.location]).toEqual([303, '/fr/m/x.y/?failed']);
  });
});
