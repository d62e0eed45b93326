import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { signatureOf } from '../../src/platform/signing/signature.server.ts';
import { livePosts } from '../support/live-posts.ts';
import { LIVE_SECRET } from '../support/live-site.ts';
import { encoded, FORM_TYPE, json, type PostResponse, pairsOf, right } from '../support/post.ts';

const live = livePosts();
const { send } = live;

/** The thank-you page as the browser with these cookies sees it. */
const open = (path: string, cookie = '') => send({ path, headers: cookie ? { cookie } : {} }, 'GET');
const sentCookie = ({ headers }: PostResponse) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((one) => one.startsWith('sent=')) ?? '';
const pairIn = (cookie: string) => cookie.split(';')[0]!;
const stepsOf = (page: HTMLElement) => page.querySelectorAll('main .next-steps li').map(({ text }) => text);
const rowsOf = (page: HTMLElement, place: string) =>
  page
    .querySelectorAll(`main ${place} dl div`)
    .map((row) => [row.querySelector('dt')?.text, row.querySelector('dd')?.text]);

describe('the thank-you page', () => {
  test('names the visitor, who answers and by when, and what was sent, on every reload', async () => {
    const sent = await send(encoded('contact-me', pairsOf('contact-me')));
    const path = String(sent.headers.location);
    const cookie = sentCookie(sent);
    expect(cookie).toMatch(/; Path=\/nl\/contact-me\/bedankt\/; HttpOnly; SameSite=Lax$/);
    for (const _ of ['first', 'reload']) {
      const { text, headers } = await open(path, pairIn(cookie));
      const page = parse(text);
      expect(headers['cache-control']).toBe('no-store');
      expect(page.querySelector('h1')?.text).toBe('Dank u, Margriet.');
      expect(page.querySelector('title')?.text).not.toContain('Margriet');
      expect(stepsOf(page)).toHaveLength(3);
      expect(stepsOf(page)[1]).toMatch(/^\p{Lu}[\p{L} ]+ antwoordt u binnen één werkdag\.$/u);
      expect(rowsOf(page, 'details')).toContainEqual(['Vraag', 'Is de tuin zuidgericht?']);
    }
  });

  test('holds nothing of the visitor in its URL, its cookie, or for another browser', async () => {
    const [one, other] = [
      await send(encoded('contact-me', pairsOf('contact-me'))),
      await send(encoded('contact-me', pairsOf('contact-me'))),
    ];
    const path = String(one.headers.location);
    for (const text of [path, sentCookie(one)]) expect(text).not.toMatch(/margriet|maertens|zuidgericht/i);
    const [reference = ''] = /\d{4}-\w{5}/.exec(path)!;
    const old = `${reference}.${(Date.now() - 1000).toString(36)}`;
    const signed = `${reference}.${(Date.now() + 1_000_000).toString(36)}`;
    for (const cookie of [
      '',
      'sent=',
      pairIn(sentCookie(other)),
      `sent=${signed}.${'A'.repeat(43)}`,
      `sent=${old}.${signatureOf(LIVE_SECRET, 'sent', old)}`,
      `sent=${signed}.${signatureOf(LIVE_SECRET, 'reference', signed)}`,
    ]) {
      const { status, text } = await open(path, cookie);
      expect([status, text.includes(reference), /Margriet|zuidgericht/.test(text)]).toEqual([200, true, false]);
    }
    expect((await open(path, `sent=${signed}.${signatureOf(LIVE_SECRET, 'sent', signed)}`)).text).toContain('Margriet');
  });

  test('is the same after a form that was sent as JSON, in the language of the form', async () => {
    const sent = await send(json('site-contact', { ...right('site-contact'), language: 'fr' }));
    const { href } = JSON.parse(sent.text) as { href: string };
    const page = parse((await open(href, pairIn(sentCookie(sent)))).text);
    expect(page.querySelector('h1')?.text).toBe('Merci, Margriet.');
    expect(stepsOf(page)[1]).toMatch(/ vous répond dans un délai d’un jour ouvrable\.$/);
  });

  test.each(FORMS.map(({ name }) => name).filter((name) => name !== 'contact-appointment'))(
    '%s: three sentences say what happens now, as beside the form',
    async (form) => {
      const post = () => send(encoded(form, pairsOf(form)));
      const first = await post();
      // An offer is read back once.
      const sent = first.status === 422 ? await post() : first;
      expect(sent.status).toBe(303);
      const thanks = parse((await open(String(sent.headers.location), pairIn(sentCookie(sent)))).text);
      expect(thanks.querySelector('h1')?.text).toMatch(/^(Dank u, Margriet\.|Bedankt)$/);
      expect(stepsOf(thanks)).toHaveLength(3);
      expect(stepsOf(thanks).join(' ')).not.toMatch(/[{}]|NEXT_/);
    },
  );

  test('of a viewing names day, hour and place, and has a calendar file once it is confirmed', async () => {
    const form = parse((await open('/nl/contact-appointment/?property=35187')).text);
    const slot = form.querySelector('[name=slot]')!.getAttribute('value')!;
    const { startDate: _start, endDate: _end, ...values } = right('contact-appointment');
    const sent = await send(json('contact-appointment', { ...values, slot }));
    const { href, reference } = JSON.parse(sent.text) as { href: string; reference: string };
    const cookie = pairIn(sentCookie(sent));
    const requested = parse((await open(href, cookie)).text);
    const rows = Object.fromEntries(rowsOf(requested, 'section'));
    expect(rows.Afspraak).toMatch(/^\p{Ll}+ \d+ \p{Ll}+ \d{4}, \d\d:\d\d$/u);
    expect(rows.Adres).toMatch(/\d{4} \p{L}+/u);
    expect(stepsOf(requested)).toHaveLength(3);
    expect(requested.querySelector('main a[href*=calendar]')).toBeNull();
    expect((await open(`${href}&calendar`, cookie)).status).toBe(404);

    const viewing = live.site
      .rows('viewings')
      .find(({ lead_id }) =>
        live.site.rows('leads').some((lead) => lead.id === lead_id && lead.reference === reference),
      )!;
    const link = mailLinkToken(LIVE_SECRET, { do: 'confirm-viewing', viewing: String(viewing.id) });
    await send({ path: `/api/m/${link}`, headers: FORM_TYPE, body: 'language=nl' });
    const confirmed = parse((await open(href, cookie)).text);
    expect(confirmed.querySelector('.lead')?.text).toBe('Uw afspraak is bevestigd. Tot dan.');
    const file = confirmed.querySelector('main a[href*=calendar]')!.getAttribute('href')!;
    const path = new URL(file, `http://x${href}`);
    const calendar = await open(path.pathname + path.search, cookie);
    expect([calendar.status, calendar.headers['content-type'], calendar.headers['cache-control']]).toEqual([
      200,
      'text/calendar; charset=utf-8',
      'no-store',
    ]);
    expect(calendar.text).toContain(`DTSTART:${slot.replace(/[-:]|\.000/g, '')}`);
    expect((await open(path.pathname + path.search)).status).toBe(404);
  });
});
