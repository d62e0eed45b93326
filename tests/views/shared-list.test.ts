import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { FORM_TYPE, type Send, sender } from '../support/post.ts';

const [AN, BART] = ['secretofanan.An', 'secretofbart.Bart'];
const HOUSES = [35187, 35101, 35109];
let site: LiveSite;
let send: Send;
beforeAll(async () => {
  site = await startLiveSite(inject('site'));
  send = sender(site.url);
});
afterAll(() => site?.stop());

const cookieOf = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');
const post = (path: string, fields: Record<string, string>, cookies: Record<string, string> = {}) =>
  send({
    path,
    headers: { ...FORM_TYPE, cookie: cookieOf(cookies) },
    body: String(new URLSearchParams({ language: 'nl', ...fields })),
  });
const share = async (shortlist = HOUSES.join('.')) => {
  const response = await post('/api/share-list', {}, { shortlist });
  expect(response.status).toBe(303);
  return String(response.headers.location);
};
const open = async (path: string, cookies: Record<string, string> = {}) => {
  const { status, text, headers } = await send({ path, headers: { cookie: cookieOf(cookies) } }, 'GET');
  return {
    status,
    headers,
    page: parse(text),
    words: parse(text).querySelector('main')?.textContent.replace(/\s+/g, ' ') ?? '',
  };
};
const api = (path: string) => `/api/shared-lists/${path.split('/')[3]}`;

test('a shortlist is shared by a link, on which two people leave a heart and a note', async () => {
  const path = await share();
  expect(path).toMatch(/^\/nl\/s\/[\w-]{22}\/$/);
  const first = await open(path);
  expect(first.page.querySelectorAll('main .card')).toHaveLength(3);
  expect(first.page.querySelector('#link')?.getAttribute('value')).toBe(site.url + path);
  expect(first.page.querySelectorAll('textarea')).toHaveLength(0);
  const named = await post(api(path), { action: 'name', name: '  An \n' });
  expect(String(named.headers['set-cookie'])).toMatch(/^name=[\w-]{16}\.An;.*HttpOnly/);
  const property = String(HOUSES[1]);
  const marked = await post(
    api(path),
    { action: 'mark', [`liked-${property}`]: '1', [`note-${property}`]: 'Mooie tuin & <b>oprit</b>' },
    { name: AN },
  );
  expect(marked.headers.location).toBe(`${path}?saved`);
  await post(api(path), { action: 'mark', [`note-${property}`]: 'Te ver' }, { name: BART });
  const bart = await open(path, { name: BART });
  expect(bart.words).toContain('♥ An');
  expect(bart.words).toContain('An Mooie tuin & <b>oprit</b>');
  expect(bart.page.querySelector(`#property-${property} textarea`)?.textContent).toBe('Te ver');
  expect(bart.page.querySelector(`#property-${property} [type=checkbox]`)?.hasAttribute('checked')).toBe(false);
  // Another visitor sees it in another language, without a name yet.
  expect((await open(path.replace('/nl/', '/fr/'))).words).toContain('Favoris partagés');
});

test('who writes nothing yet is asked for a name, and a list is not found by guessing', async () => {
  const path = await share();
  const missing = await post(api(path), { action: 'mark', [`liked-${HOUSES[0]}`]: '1', [`note-${HOUSES[0]}`]: '' });
  expect(missing.headers.location).toBe(`${path}?name=missing`);
  const asked = await open(`${path}?name=missing`);
  expect(asked.page.querySelector('#name')?.getAttribute('aria-invalid')).toBe('true');
  expect(asked.words).toContain('Vul eerst uw naam in.');
  const guessed = await open('/nl/s/AAAAAAAAAAAAAAAAAAAAAA/');
  expect([guessed.status, guessed.words.includes('bestaat niet')]).toEqual([404, true]);
  expect((await post('/api/shared-lists/AAAA', { action: 'end' })).status).toBe(303);
});

test('a list is private: no cache, no search engine, and nothing for the agency', async () => {
  const mails = site.rows('outbox').length;
  const path = await share();
  const { headers, page } = await open(path);
  expect(headers['cache-control']).toBe('no-store');
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  await post(api(path), { action: 'mark', [`note-${HOUSES[0]}`]: 'x' }, { name: AN });
  expect([site.rows('outbox').length, site.rows('leads').length]).toEqual([mails, 0]);
  const wish = page.querySelectorAll('main a').find((link) => link.getAttribute('href')?.includes('message='));
  const form = await open(String(wish?.getAttribute('href')));
  expect(form.page.querySelector('textarea[name=message]')?.textContent).toMatch(
    /graag bezoeken: .+ \(.+\), .+ \(.+\), .+ \(.+\)\./,
  );
});

test('a property is taken off, and the list is deleted for everybody', async () => {
  const path = await share();
  const nameless = await post(api(path), { action: 'end' });
  expect(nameless.headers.location).toBe(`${path}?name=missing`);
  await post(api(path), { action: 'remove', property: String(HOUSES[0]) }, { name: AN });
  expect((await open(path)).page.querySelectorAll('main .card')).toHaveLength(2);
  await post(api(path), { action: 'end' }, { name: AN });
  const ended = await open(`${path}?ended`);
  expect([ended.status, ended.words.includes('gewist voor iedereen')]).toEqual([404, true]);
});

test('nothing is shared without properties, and not too often', async () => {
  expect((await post('/api/share-list', {}, { shortlist: 'x.999999999' })).headers.location).toBe('/nl/favorieten/');
  const often = { ...FORM_TYPE, cookie: cookieOf({ shortlist: String(HOUSES[0]) }), 'x-forwarded-for': '203.0.113.7' };
  const statuses: number[] = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await send({ path: '/api/share-list', headers: often, body: 'language=nl' })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(303), 429]);
  expect(
    (await send({ path: '/api/share-list', headers: { ...often, origin: 'https://other.example' }, body: '' })).status,
  ).toBe(403);
});

test.each(['', 'x'.repeat(5000), '\u0000\u0007', '=cmd|x'])(
  'a hostile name or note (%j) breaks nothing',
  async (text) => {
    const path = await share();
    await post(api(path), { action: 'name', name: text });
    await post(
      api(path),
      { action: 'mark', [`note-${HOUSES[0]}`]: text },
      { name: `secretofanan.${encodeURIComponent(text.slice(0, 200))}` },
    );
    expect((await open(path)).status).toBe(200);
    for (const { author, note } of site.rows('shared_list_marks')) {
      expect(String(author).length).toBeLessThanOrEqual(30);
      expect(String(note).length).toBeLessThanOrEqual(500);
    }
  },
);
