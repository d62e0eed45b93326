import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { livePosts } from '../support/live-posts.ts';
import { encoded, FORM_TYPE, json, pairsOf, right } from '../support/post.ts';

const live = livePosts();
const { send } = live;

describe('a form that is posted', () => {
  test('by a browser without a script leads to the thank-you page with the reference', async () => {
    const response = await send(encoded('contact-me', pairsOf('contact-me')));
    expect(response.status).toBe(303);
    expect(response.headers.location).toMatch(/^\/nl\/contact-me\/bedankt\/\?r=\d{4}-\w{5}\.[\w-]{43}$/);
    const thanks = await send({ path: String(response.headers.location) }, 'GET');
    const [, reference = ''] = /r=([\w-]+)\./.exec(String(response.headers.location))!;
    expect(thanks.text).toContain(`<b>${reference}</b>`);
    const forged = await send(
      { path: String(response.headers.location).replace(/r=\d{4}-\w{5}/, 'r=2611-ZZZZZ') },
      'GET',
    );
    expect(forged.text).not.toContain('2611-ZZZZZ');
  });

  test('as JSON gets the reference, and the same one the second time', async () => {
    const body = right('site-contact');
    const first = await send(json('site-contact', body));
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      { ok: true, reference: expect.any(String), href: expect.stringMatching(/^\/nl\/site-contact\/bedankt\//) },
    ]);
    expect(JSON.parse((await send(json('site-contact', body))).text).reference).toBe(JSON.parse(first.text).reference);
    expect(first.headers['cache-control']).toMatch(/no-store|private/);
  });

  test('with errors gets 422, as JSON by field, as a page with values kept', async () => {
    const wrong = await send(json('contact-me', { ...right('contact-me'), email: 'x' }));
    expect([wrong.status, JSON.parse(wrong.text)]).toEqual([
      422,
      expect.objectContaining({ ok: false, problem: 'fields', problems: { email: 'wrong' } }),
    ]);
    expect(wrong.headers['cache-control']).toBe('no-store');
    const page = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), email: 'geen "adres" <b>' }),
    );
    expect(page.status).toBe(422);
    const html = parse(page.text);
    expect(html.querySelector('input[name=email]')?.getAttribute('value')).toBe('geen "adres" <b>');
    expect(html.querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Margriet');
    expect(html.querySelector('textarea[name=message]')?.text).toBe('Is de tuin zuidgericht?');
    const link = html.querySelector('.summary a')!.getAttribute('href')!;
    expect(html.querySelector(`[id="${link.slice(1)}"]`)?.getAttribute('name')).toBe('email');
    expect(html.querySelector('input[name=email]')?.getAttribute('aria-invalid')).toBe('true');
    const described = html.querySelector('input[name=email]')?.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(described.map((id) => html.querySelector(`[id="${id}"]`)?.text)).toContain(
      html.querySelector('.wrong')?.text,
    );
    expect(html.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  });

  test('in another language gets a response in it', async () => {
    const page = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), email: 'x', language: 'de' }),
    );
    expect(parse(page.text).querySelector('html')?.getAttribute('lang')).toBe('de');
    const sent = await send(
      encoded('contact-me', { ...(right('contact-me') as Record<string, string>), language: 'fr' }),
    );
    expect(sent.headers.location).toMatch(/^\/fr\/contact-me\/merci\//);
    const odd = await send(
      encoded('contact-me', {
        ...(right('contact-me') as Record<string, string>),
        message: 'Anders',
        language: '__proto__',
      }),
    );
    expect(odd.headers.location).toMatch(/^\/nl\//);
  });

  test.each(FORMS.map(({ name, onlyGoal }) => [name, onlyGoal] as const))(
    '%s: a browser that opens its URL is led to its page, a script gets a token',
    async (form, onlyGoal) => {
      const page = await send(
        { path: `/api/forms/${form}`, headers: { accept: 'text/html', 'accept-language': 'nl' } },
        'GET',
      );
      expect(page.status).toBe(303);
      // A form that needs a property leads to where one is chosen.
      const shown = await send({ path: String(page.headers.location) }, 'GET');
      expect(shown.status).toBe(onlyGoal ? 302 : 200);
      const open = await send({ path: `/api/forms/${form}`, headers: { accept: 'application/json' } }, 'GET');
      expect(JSON.parse(open.text)).toMatchObject({ token: expect.stringMatching(/^[\w-]{22}\.\w+\.[\w-]{43}$/) });
      expect(open.headers['cache-control']).toBe('no-store');
    },
  );

  test('too often gets 429 with the time to wait, in words for people', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.77' };
    const post = () => send({ ...encoded('contact-me', { email: 'x' }), headers: { ...FORM_TYPE, ...headers } });
    const responses = [];
    for (let attempt = 0; attempt < 21; attempt += 1) responses.push(await post());
    expect(responses.map(({ status }) => status)).toEqual([...Array(20).fill(422), 429]);
    expect(Number(responses[20]!.headers['retry-after'])).toBeGreaterThan(500);
    expect(parse(responses[20]!.text).querySelector('.summary')?.text.length).toBeGreaterThan(20);
  });

  test('of an unknown name gets 404', async () => {
    for (const form of ['nowhere', '__proto__', 'constructor']) expect((await send(json(form, {}))).status).toBe(404);
  });
});
