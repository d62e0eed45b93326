import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { OWNER, PASSWORD } from '../support/portal.ts';
import { fetchPath, KINDS, logIn, other, post, SECTIONS, servePortal, site } from '../support/portal-site.ts';
import { totpCode } from '../support/staff.ts';

servePortal();
const location = (response: Response) => response.headers.get('location') ?? '';
const pageOf = async (response: Response) => parse(await response.text());
let codes: string[] = [];

test('an owner sets an app up on the account page, and sees the recovery codes once', async () => {
  const account = await pageOf(await fetchPath('/nl/eigenaar/account/', { cookie: other }));
  expect(account.querySelector('form[action="/api/owner/factor-start"]')).not.toBeNull();
  const start = await post('factor-start', {}, other);
  const page = await pageOf(start);
  const key = page.querySelector('input[name=key]')?.getAttribute('value') ?? '';
  expect([start.status, key]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
  const wrong = await post('factor-set-up', { key, code: '123', password: PASSWORD }, other);
  const again = await pageOf(wrong);
  expect(wrong.status).toBe(422);
  // The same key: the app that scanned it stays of use.
  expect(again.querySelector('input[name=key]')?.getAttribute('value')).toBe(key);
  expect(again.querySelector('[role=alert]')?.text).toContain('klopt niet');
  const done = await post('factor-set-up', { key, code: totpCode(key), password: PASSWORD }, other);
  codes = (await pageOf(done)).querySelectorAll('.codes code').map(({ text }) => text);
  expect([done.status, codes.length]).toEqual([200, 10]);
  expect(done.headers.get('cache-control')).toBe('no-store');
});

test('with the password alone nothing of the portal opens: no page, no export, no form', async () => {
  const half = await logIn(OWNER, PASSWORD);
  for (const section of [...SECTIONS, 'owner-account']) {
    const response = await fetchPath(`${site.paths.find(section, 'nl')}?property=35109`, { cookie: half });
    expect([response.status, location(response)], section).toEqual([
      303,
      expect.stringMatching(/^\/nl\/login\/\?next=/),
    ]);
  }
  for (const path of [
    ...KINDS.map((kind) => `/api/owner/export?property=35109&kind=${kind}&language=nl`),
    '/api/owner/document?property=35109&n=0',
  ])
    expect(location(await fetchPath(path, { cookie: half })), path).toBe('/nl/login/');
  for (const [action, fields] of [
    ['digest', { digest: 'weekly' }],
    ['change-password', { current: PASSWORD, password: 'x', repeated: 'x' }],
    ['suggest', { property: '35109', message: 'Hallo' }],
    ['factor-start', {}],
    ['factor-codes', { password: PASSWORD }],
    ['factor-remove', { password: PASSWORD }],
  ] as const)
    expect(location(await post(action, fields, half)), action).toBe('/nl/login/');
});

test('the login page asks for the code, keeps the way back, and lets in', async () => {
  const half = await logIn(OWNER, PASSWORD);
  const next = '/nl/eigenaar/bezoeken/?property=35109';
  const response = await fetchPath(`/nl/login/?next=${encodeURIComponent(next)}`, { cookie: half });
  const page = await pageOf(response);
  expect([response.status, page.querySelector('h1')?.text]).toEqual([200, 'Tweede stap']);
  expect(page.querySelector('input[name=next]')?.getAttribute('value')).toBe(next);
  const wrong = await post('factor', { code: '000000', next }, half);
  expect([wrong.status, (await wrong.text()).includes('Deze code klopt niet')]).toEqual([422, true]);
  const right = await post('factor', { code: codes[0] ?? '', next }, half);
  expect([right.status, location(right)]).toEqual([303, next]);
  expect((await fetchPath(next, { cookie: half })).status).toBe(200);
  // A way off the site is no way back.
  expect(location(await post('factor', { code: codes[1] ?? '', next: 'https://x.example' }, half))).toBe('/nl/login/');
});

test('the options of a passkey are for whoever asks, those of a new one for the owner', async () => {
  const ask = (kind: string, cookie = '') =>
    fetchPath('/api/owner/passkey-options', {
      method: 'POST',
      cookie,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ do: kind }),
    });
  expect(await (await ask('use')).json()).toMatchObject({ userVerification: 'required', allowCredentials: [] });
  expect((await ask('new')).status).toBe(422);
  expect((await ask('new', await logIn(OWNER, PASSWORD))).status).toBe(422);
  const made = await post('passkey', { passkey: 'not JSON', next: '' });
  expect([made.status, (await made.text()).includes('passkey is niet gelukt')]).toEqual([422, true]);
});
