import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../support/browse.ts';
import { startChild } from '../support/child.ts';
import { TAGS } from '../support/odd-content.ts';
import { OWNER, PASSWORD } from '../support/portal.ts';
import {
  demo,
  fetchPath,
  KINDS,
  live,
  logIn,
  other,
  post,
  SECTIONS,
  servePortal,
  site,
} from '../support/portal-site.ts';

servePortal();

describe('access to the portal', () => {
  /** Texts that are only in the portal, about the property of the demo owner. */
  const SECRETS = new RegExp(
    [
      'Koppel met kinderen',
      'Keuken te klein',
      'Vastgoedportaal A',
      'Hertogstraat',
      'Streekkrant',
      'Twee weken afwachten',
      'Margriet Maertens',
      'margriet\\.maertens',
    ].join('|'),
  );

  test('no page and no export shows a property to anybody but its owner', async () => {
    const spellings = [
      '35187',
      '035187',
      '35187%20',
      '%2035187',
      '3518７',
      '35187%00',
      '35187.0',
      '35109&property=35187',
      '35187&property=35109',
    ];
    const requested: string[] = [];
    for (const code of site.languages.slice(0, 2)) {
      for (const section of SECTIONS)
        for (const id of spellings) requested.push(`${site.paths.find(section, code)}?property=${id}`);
    }
    for (const section of SECTIONS) {
      const path = site.paths.find(section, 'nl') ?? '';
      requested.push(
        `${path}?Property=35187`,
        `${path}?property[]=35187`,
        `${path}35187/`,
        `${path}?property=35187&property=35187`,
        `${path.replace('eigenaar', '%65igenaar')}?property=35187`,
      );
    }
    for (const kind of [...KINDS, 'VIEWING', '__proto__'])
      for (const id of spellings)
        requested.push(
          `/api/owner/export?property=${id}&kind=${kind}&language=nl`,
          `/api/owner/export/?kind=${kind}&property=${id}`,
        );
    for (const id of spellings)
      requested.push(`/api/owner/document?property=${id}&n=0`, `/api/owner/document/?n=0&property=${id}`);
    const leaks: string[] = [];
    const look = async (path: string, cookie: string) => {
      const response = await fetchPath(path, { cookie });
      const text = await response.text();
      if (SECRETS.test(text) || (cookie === '' && response.status === 200))
        leaks.push(`${path} ${cookie.slice(0, 12)} ${response.status}`);
      if (response.headers.get('content-disposition')?.includes('35187')) leaks.push(`${path} sends a document`);
      if (response.headers.get('cache-control') !== 'no-store') leaks.push(`${path} may be kept`);
    };
    const visitors = ['', other, 'owner=made.up', demo.replace(/.{6}$/, 'AAAAAA')];
    for (const path of requested) await Promise.all(visitors.map((cookie) => look(path, cookie)));
    expect(leaks).toEqual([]);
    expect(requested.length * 4).toBeGreaterThan(700);
  });

  test('the property of another owner gets the response of an unknown one', async () => {
    for (const section of SECTIONS) {
      const path = site.paths.find(section, 'nl') ?? '';
      const [foreign, missing] = await Promise.all(
        ['35187', '99999'].map(async (id) => fetchPath(`${path}?property=${id}`, { cookie: other })),
      );
      expect([foreign?.status, missing?.status], section).toEqual([404, 404]);
    }
  });

  test('no method and no form changes the property of another owner', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST'])
      expect((await fetchPath(site.paths.to('owner-viewings', 'nl'), { method, cookie: demo })).status, method).toBe(
        405,
      );
    const before = live.rows('leads').length;
    expect((await post('suggest', { property: '35187', message: 'x' }, other)).status).toBe(404);
    expect((await post('suggest', { property: '35187', message: 'x' })).headers.get('location')).toBe('/nl/login/');
    for (const action of ['digest', 'logout', 'end-all', 'suggest', 'login', 'password', 'link'])
      expect(
        (
          await fetchPath(`/api/owner/${action}`, {
            method: 'POST',
            cookie: demo,
            headers: { origin: 'https://evil.example' },
            body: new URLSearchParams({ property: '35187', message: 'x', digest: 'weekly' }),
          })
        ).status,
        action,
      ).toBe(403);
    expect(live.rows('leads').length).toBe(before);
    for (const action of ['constructor', '__proto__', 'toString', 'nothing'])
      expect((await post(action, {}, demo)).status, action).toBe(404);
  });

  test('without a login every page leads to the login and back, and never off the site', async () => {
    for (const section of SECTIONS) {
      const path = `${site.paths.find(section, 'fr')}?property=35187`;
      expect((await fetchPath(path)).headers.get('location')).toBe(`/fr/login/?next=${encodeURIComponent(path)}`);
    }
    for (const next of [
      '//evil.example/',
      'https://evil.example/',
      '/nl/te-koop/',
      '/nl/eigenaar/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const response = await fetchPath(`/nl/login/?next=${encodeURIComponent(next)}`, { cookie: demo });
      expect(response.headers.get('location'), next).toBe('/nl/eigenaar/');
    }
  });
});

test('every failed login shows one sentence, the email address and never the password', async () => {
  const texts: string[] = [];
  for (const email of ['margriet.maertens@eigenaar.example', 'nobody@eigenaar.example']) {
    const response = await post('login', { email, password: 'a wrong password', next: '' });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain(email);
    expect(text).not.toContain('a wrong password');
    texts.push(wordsOf(parse(text).querySelector('[role=alert]')));
  }
  expect(new Set(texts)).toEqual(new Set(['Aanmelden mislukt Het e-mailadres en/of het wachtwoord is niet correct.']));
  const french = await fetchPath('/api/owner/login', {
    method: 'POST',
    body: new URLSearchParams({ language: 'fr', email: 'x@y.example', password: 'x' }),
  });
  expect(await french.text()).toContain('L’adresse e-mail et/ou le mot de passe ne sont pas corrects.');
});

test('the path without a language leads to the login form in the language of the visitor', async () => {
  expect((await fetchPath('/login/', { headers: { 'accept-language': 'fr' } })).headers.get('location')).toBe(
    '/fr/login/',
  );
  expect((await fetchPath('/api/owner/login', { headers: { 'accept-language': 'nl' } })).headers.get('location')).toBe(
    '/nl/login/',
  );
  expect(
    (
      await fetchPath('/api/owner/login', {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: '--x--',
      })
    ).status,
  ).toBe(415);
});

test('no tag runs on pages of a login or of a personal link: it would learn the address', async () => {
  /** The identifiers that a page gives to its script, and whether its policy allows the script of a tag. */
  const tagsOf = async (path: string, cookie = '') => {
    const response = await fetchPath(path, { cookie });
    const text = await response.text();
    const given = parse(text).querySelector('consent-gate')?.getAttribute('data-tags');
    const policy = `${response.headers.get('content-security-policy')} ${text}`;
    return [JSON.parse(given ?? 'null'), policy.includes('googletagmanager.com/gtm.js')];
  };
  expect(await tagsOf('/nl/te-koop/?type=2&maxPrice=900000')).toEqual([TAGS, true]);
  const byLink = ['/nl/m/x.y/', '/nl/s/AAAAAAAAAAAAAAAAAAAAAA/', site.paths.to('viewing-feedback', 'nl')];
  const forLogin = ['login', 'login-password', 'login-link'].map((name) => site.paths.find(name, 'nl') ?? '');
  for (const path of [...byLink, ...forLogin]) expect(await tagsOf(path), path).toEqual([{}, false]);
  for (const section of SECTIONS)
    expect(await tagsOf(`${site.paths.find(section, 'nl')}?property=35187`, demo), section).toEqual([{}, false]);
});

test('nothing about owners was logged', () => {
  expect(live.log()).toBe('');
});

// Last: while the lock lasts, nobody can log in.
test('while the database is locked login and portal respond 503 and keep what was typed', async () => {
  const fresh = await logIn(OWNER, PASSWORD);
  await startChild('child-lock.ts', { file: live.databaseFile, durationMs: 8000 }).says('locked');
  const [login, page] = await Promise.all([
    post('login', { email: OWNER, password: PASSWORD, next: '/nl/eigenaar/bezoeken/' }),
    // The first page of a session notes that it was there.
    fetchPath('/nl/eigenaar/', { cookie: fresh }),
  ]);
  for (const { status, headers } of [login, page])
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '10', 'no-store']);
  const form = parse(await login.text());
  expect(form.querySelector('.summary')?.text).toContain('Probeer het over een paar minuten opnieuw');
  expect(form.querySelector('input[name=email]')?.getAttribute('value')).toBe(OWNER);
  expect(form.querySelector('input[name=password]')?.hasAttribute('value')).toBe(false);
  const failed = parse(await page.text());
  expect(failed.querySelector('main')?.text).toContain('Probeer het over een paar minuten opnieuw');
  expect(failed.querySelector('main a[href^="tel:"]')).not.toBeNull();
});
