import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { OWNER, PASSWORD } from '../support/portal.ts';
import { fetchPath, live, post, servePortal } from '../support/portal-site.ts';

servePortal();

/** A path of the portal; it leads to the login without a session. */
const PORTAL = '/nl/eigenaar/?property=35109';
const cookiesOf = (response: Response) => response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');

test('a mailed login link logs nobody in when it is opened, only when its button is pressed', async () => {
  const asked = await post('ask-link', { email: OWNER });
  const [browser = ''] = cookiesOf(asked);
  expect([asked.status, browser]).toEqual([303, expect.stringMatching(/^asked=/)]);
  const mail = () => live.rows('outbox').find(({ kind }) => kind === 'owner-link');
  await eventually(() => expect(mail()).toBeDefined());
  const path = /https?:\/\/[^/\s]+(\/\S+\?token=\S+)/.exec(String(mail()?.text))?.[1] ?? '';
  // As scanners of mails do, and people who look twice.
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await fetchPath(path, { method });
    expect([response.status, cookiesOf(response)], method).toEqual([200, []]);
  }
  const form = parse(await (await fetchPath(path)).text()).querySelector('main form');
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual([
    'post',
    expect.stringMatching(/^\/nl\/login\/link\/\?token=/),
  ]);
  const token = form?.querySelector('input[name=token]')?.getAttribute('value') ?? '';
  const elsewhere = await post('link', { token });
  expect([elsewhere.status, cookiesOf(elsewhere)]).toEqual([422, []]);
  expect(await elsewhere.text()).toContain('alleen in de browser waarin u hem aanvroeg');
  const entered = await post('link', { token }, browser);
  expect((await fetchPath(PORTAL, { cookie: cookiesOf(entered)[0] ?? '' })).status).toBe(200);
  expect(cookiesOf(await post('link', { token }, browser))).toEqual([]);
});

test('a login link asked for in French arrives in French', async () => {
  const before = live.rows('outbox').length;
  await fetchPath('/fr/login/link/', {
    method: 'POST',
    body: new URLSearchParams({ email: OWNER, language: 'fr' }),
  });
  await eventually(() => expect(live.rows('outbox').length).toBeGreaterThan(before));
  const mail = live.rows('outbox').findLast(({ kind }) => kind === 'owner-link')!;
  expect(String(mail.text)).toMatch(/\/fr\/login\/link\/\?token=/);
});

test.each([
  [{ email: OWNER, password: '' }, 'Vul uw wachtwoord in.', 'password'],
  [{ email: '', password: PASSWORD }, 'Vul uw e-mailadres in.', 'email'],
])('a login that lacks something says what, at its own URL: %j', async (values, words, field) => {
  const response = await fetchPath('/nl/login/', {
    method: 'POST',
    body: new URLSearchParams({ ...values, language: 'nl', next: '' }),
  });
  const page = parse(await response.text());
  expect(response.status).toBe(422);
  expect(page.querySelector('[role=alert] a')?.text).toBe(words);
  expect(page.querySelectorAll('[aria-invalid]').map(({ id }) => id)).toEqual([field]);
});

test('the endpoints of the login library are not served', async () => {
  const body = JSON.stringify({ email: OWNER, password: PASSWORD, name: 'x', newPassword: PASSWORD, token: 'x' });
  const headers = { 'content-type': 'application/json' };
  for (const name of [
    'sign-in/email',
    'sign-in/magic-link',
    'sign-up/email',
    'get-session',
    'request-password-reset',
    'reset-password',
    'magic-link/verify?token=x',
    'update-user',
    'ok',
  ]) {
    for (const method of ['GET', 'POST']) {
      const response = await fetchPath(`/api/auth/${name}`, { method, headers, ...(method === 'POST' && { body }) });
      expect([response.status, cookiesOf(response)], `${method} ${name}`).toEqual([404, []]);
    }
  }
});
