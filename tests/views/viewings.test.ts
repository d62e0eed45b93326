import { type HTMLElement, parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { momentInWords } from '../../src/features/property/words.server.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { storeGoneProperty } from '../support/gone-property.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { BARE_PROPERTY } from '../support/odd-content.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

const PROPERTY_ID = '35187';
let site: LiveSite;
beforeAll(async () => {
  site = await startLiveSite(inject('site'));
});
afterAll(() => site?.stop());

let visitor = 0;
const fetchPage = async (path: string, init: RequestInit = {}) => {
  visitor += 1;
  const headers = { origin: site.url, 'x-forwarded-for': `10.1.0.${visitor}`, ...init.headers };
  const response = await fetch(site.url + path, { redirect: 'manual', ...init, headers });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, page: parse(text) };
};
const post = (path: string, fields: Record<string, string>, cookie = '') =>
  fetchPage(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
  });
const hiddenOf = (page: HTMLElement) =>
  Object.fromEntries(
    page
      .querySelectorAll('form input[type=hidden]')
      .map((input) => [input.getAttribute('name')!, input.getAttribute('value') ?? '']),
  );
const slotsOf = (page: HTMLElement) =>
  page.querySelectorAll('input[type=radio][name=slot]').map((input) => input.getAttribute('value')!);
const openForm = async (language = 'nl') =>
  (await fetchPage(`/${language}/contact-appointment/?property=${PROPERTY_ID}`)).page;
const viewingValues = VALID_VALUES['contact-appointment'] as Record<string, string>;

test('the free times of a property are data and radio buttons by day, in every language', async () => {
  const { status, text, headers } = await fetchPage(`/api/appointments?property=${PROPERTY_ID}`);
  const data = JSON.parse(text) as { bookable: boolean; slots: { startsAt: string }[] };
  expect([status, headers.get('cache-control'), data.bookable]).toEqual([200, 'no-store', true]);
  expect(data.slots.length).toBeGreaterThan(10);
  for (const language of ['nl', 'fr', 'en', 'de']) {
    const page = await openForm(language);
    expect(slotsOf(page)).toEqual(data.slots.map(({ startsAt }) => startsAt));
    expect(page.querySelectorAll('fieldset details').length).toBeGreaterThan(3);
    expect(page.querySelector('[name=startDate]')).toBeNull();
  }
  for (const property of ['', '1', '__proto__', '24187abc'])
    expect((await fetchPage(`/api/appointments?property=${property}`)).status).toBe(404);
});

test('without a script a viewing is booked, and a taken time is chosen again with values kept', async () => {
  const [first, second] = [await openForm(), await openForm()];
  const slot = slotsOf(first)[0]!;
  const { startDate: _start, endDate: _end, ...values } = viewingValues;
  const booked = await post('/api/forms/contact-appointment', { ...hiddenOf(first), ...values, slot });
  expect([booked.status, booked.headers.get('location')]).toEqual([
    303,
    expect.stringContaining('/contact-appointment/bedankt/?r='),
  ]);
  const late = await post('/api/forms/contact-appointment', {
    ...hiddenOf(second),
    ...values,
    email: 'jan@example.be',
    slot,
  });
  expect(late.status).toBe(422);
  expect(late.page.querySelector('.summary')?.textContent).toContain('Dat moment is net geboekt');
  expect(late.page.querySelector('[name=email]')?.getAttribute('value')).toBe('jan@example.be');
  expect(slotsOf(late.page)).not.toContain(slot);
  expect(site.rows('viewings')).toHaveLength(1);
});

test('opening the links of a viewing changes nothing, their button does, unless a time is taken', async () => {
  const [viewing] = site.rows('viewings') as { id: string; starts_at: string; state: string }[];
  const link = (kind: 'confirm-viewing' | 'move-viewing') =>
    mailLinkToken(LIVE_SECRET, { do: kind, viewing: viewing!.id });
  const cancel = mailLinkToken(LIVE_SECRET, { do: 'cancel-viewing', viewing: viewing!.id, by: 'visitor' });
  const confirm = await fetchPage(`/nl/m/${link('confirm-viewing')}/`);
  expect(confirm.text).toContain('Dit bezoek bevestigen?');
  // The agency reads whom it answers; the visitor's own link names nobody.
  expect(confirm.text).toContain('Margriet Maertens');
  expect((await fetchPage(`/nl/m/${cancel}/`)).text).not.toContain('Margriet Maertens');
  const refuse = mailLinkToken(LIVE_SECRET, { do: 'cancel-viewing', viewing: viewing!.id, by: 'agency' });
  expect((await fetchPage(`/nl/m/${refuse}/`)).text).toContain('Dit bezoek weigeren?');
  expect((site.rows('viewings')[0] as typeof viewing)?.state).toBe('requested');
  expect((await post(`/api/m/${link('confirm-viewing')}`, { language: 'nl' })).headers.get('location')).toMatch(
    /\?done$/,
  );
  expect((site.rows('viewings')[0] as typeof viewing)?.state).toBe('confirmed');
  const move = await fetchPage(`/nl/m/${link('move-viewing')}/`);
  const times = move.page.querySelectorAll('input[name=choice]').map((input) => input.getAttribute('value')!);
  expect(times).not.toContain(viewing!.starts_at);
  const moved = await post(`/api/m/${link('move-viewing')}`, { language: 'nl', choice: times[3]! });
  expect(moved.headers.get('location')).toMatch(/\?done$/);
  const movedPage = await fetchPage(moved.headers.get('location')!);
  expect(movedPage.text).toContain('Het nieuwe uur is genoteerd.');
  expect(movedPage.text).toContain(momentInWords(times[3]!, 'nl'));
  expect((await fetchPage(`/nl/m/${refuse}/`)).text).toContain('Dit bezoek weigeren?');
  const taken = await post(`/api/m/${link('move-viewing')}`, { language: 'nl', choice: '2020-01-06T09:00:00.000Z' });
  expect(taken.headers.get('location')).toMatch(/\?taken$/);
  expect((await fetchPage(taken.headers.get('location')!)).text).toContain('Dat uur is niet meer vrij');
  const without = await post(`/api/m/${link('move-viewing')}`, { language: 'nl' });
  const asked = await fetchPage(without.headers.get('location')!);
  expect(asked.page.querySelector('[role=alert]')?.textContent).toBe('Kies een dag en uur voor uw bezoek.');
  expect(asked.page.querySelectorAll('main details:not([open])')).toEqual([]);

  // Whatever is asked of a cancelled viewing, its page says that it is over, and leads to another one.
  await post(`/api/m/${cancel}`, { language: 'nl' });
  for (const kind of ['confirm-viewing', 'move-viewing'] as const) {
    const late = await post(`/api/m/${link(kind)}`, { language: 'nl', choice: times[2]! });
    const { page } = await fetchPage(late.headers.get('location')!);
    expect(page.querySelector('h1')?.textContent).toBe('Dit bezoek is geannuleerd of al voorbij');
    expect(page.querySelector('main form')).toBeNull();
    const again = page.querySelector('main a.button')?.getAttribute('href') ?? null;
    expect(again).toBe(kind === 'move-viewing' ? `/nl/contact-appointment/?property=${PROPERTY_ID}` : null);
  }
});

test('documents requested again by one browser are sent again, with a notice', async () => {
  const values = VALID_VALUES['document-request'] as Record<string, string>;
  const send = async (cookie: string) => {
    const { page } = await fetchPage(`/nl/document-request/?property=${PROPERTY_ID}`);
    return post('/api/forms/document-request', { ...hiddenOf(page), ...values }, cookie);
  };
  const first = await send('');
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!;
  expect(first.headers.get('location')).not.toContain('again');
  const second = await send(cookie);
  expect(second.headers.get('location')).toContain('&again');
  expect((await fetchPage(second.headers.get('location')!)).text).toContain(
    'U hebt de documenten van dit pand al aangevraagd',
  );
  const mails = site.rows('outbox').filter(({ kind }) => kind === 'documents') as { text: string }[];
  expect(mails).toHaveLength(2);
  const [, token = ''] = /\/m\/([\w.-]+)\//.exec(mails[0]!.text)!;
  const list = await fetchPage(`/nl/m/${token}/`);
  const buttons = list.page.querySelectorAll('form button[name=n]');
  expect(buttons.length).toBeGreaterThan(1);
  const document = await post(`/api/documents/${token}`, { n: '0' });
  expect([document.status, document.headers.get('content-type'), document.text.slice(0, 5)]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  expect((await post(`/api/documents/${token}`, { n: '../../secret' })).status).toBe(404);
  expect((await fetchPage(`/api/open-document/${PROPERTY_ID}-99`)).status).toBe(404);
});

test('visitors who request documents of a property without any are informed first', async () => {
  const note = async (property: string | number) =>
    (await fetchPage(`/nl/document-request/?property=${property}`)).page.querySelector('.note');
  expect((await note(BARE_PROPERTY))?.textContent).toMatch(/^Geen documenten/);
  expect(await note(PROPERTY_ID)).toBeNull();
});

test('a saved search is changed with its values filled in', async () => {
  const { page } = await fetchPage('/nl/hou-me-op-de-hoogte/');
  await post('/api/forms/demand-register', {
    ...hiddenOf(page),
    ...(VALID_VALUES['demand-register'] as Record<string, string>),
    maxPrice: '450000',
  });
  const [search] = site.rows('saved_searches') as { id: string }[];
  const token = mailLinkToken(LIVE_SECRET, { do: 'change-search', search: search!.id });
  const { status, headers } = await fetchPage(`/nl/m/${token}/`);
  expect(status).toBe(303);
  const form = (await fetchPage(headers.get('location')!)).page;
  expect(form.querySelector('[name=maxPrice]')?.getAttribute('value')).toBe('450000');
  expect(hiddenOf(form).search).toBe(token);
  expect(form.querySelector('h1')?.textContent).toBe('Zoekopdracht aanpassen');
  expect(form.querySelector('form[data-form] button[type=submit]')?.textContent).toBe('Wijzigingen bewaren');
  // The other languages lead to the same search, and no search engine lists it.
  for (const link of form.querySelectorAll('header .lang a')) expect(link.getAttribute('href')).toContain(token);
  expect(form.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
  expect(
    (await fetchPage(`/nl/hou-me-op-de-hoogte/?search=${token.slice(0, -2)}`)).page.querySelector('[name=search]'),
  ).toBeNull();
});

test('a property that left responds 410 with similar ones, an unknown one 404', async () => {
  storeGoneProperty(site.databaseFile);
  for (const [language, path] of [
    ['nl', '/nl/te-koop/x/y/999001/'],
    ['de', '/de/zu-verkaufen/x/y/999001/'],
  ] as const) {
    const { status, page } = await fetchPage(path);
    expect(status).toBe(410);
    expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
    expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
    expect(page.querySelectorAll('article.card').length).toBeGreaterThan(0);
  }
  expect((await fetchPage('/_gone/999001/')).status).toBe(404);
});

test.each([
  ['/en/for-sale/x/y/999002/', 'en', 'Property Not Found'],
  ['/nl/te-huur/x/y/999002/', 'nl', 'Pand niet gevonden'],
  ['/property/999002/', 'nl', 'Pand niet gevonden'],
])('%s names a property that never existed', async (path, language, heading) => {
  const { status, page } = await fetchPage(path);
  expect(status).toBe(404);
  expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
  expect(page.querySelector('h1')?.textContent).toBe(heading);
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toMatch(/noindex/);
  expect(page.querySelector('main form input[name=q]')).not.toBeNull();
});
