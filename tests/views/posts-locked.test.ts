import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { startChild } from '../support/child.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { marksOf } from '../support/observatory.ts';
import { encoded, FORM_TYPE, json, pairsOf, right, type Send, sender } from '../support/post.ts';
import { SITE_URL } from '../support/test-site.ts';

let site: LiveSite;
let send: Send;
beforeAll(async () => {
  site = await startLiveSite(inject('site'), { siteUrl: SITE_URL });
  send = sender(site.url, SITE_URL);
});
afterAll(() => site?.stop());

describe('while the database is locked', () => {
  test('a form gets 503 with the telephone number, values are kept, and pages are served', async () => {
    const before = site.rows('leads').length;
    await startChild('child-lock.ts', { file: site.databaseFile, durationMs: 12_000 }).says('locked');
    const mailed = mailLinkToken(LIVE_SECRET, { do: 'handled', reference: '2611-ZZZZZ' });
    const [page, script, list, link, oneClick] = await Promise.all([
      send(encoded('contact-me', pairsOf('contact-me'))),
      send(json('contact-me', right('contact-me'))),
      send({ path: '/nl/te-koop/?maxPrice=900000' }, 'GET'),
      send({ path: `/api/m/${mailed}`, headers: FORM_TYPE, body: 'language=nl' }),
      send({
        path: `/api/m/${mailed}`,
        headers: { 'content-type': FORM_TYPE['content-type'], origin: '' },
        body: 'List-Unsubscribe=One-Click',
      }),
    ]);
    expect([page.status, script.status, list.status, link.status, oneClick.status]).toEqual([503, 503, 200, 303, 503]);
    for (const response of [page, script, oneClick]) expect(marksOf(response).grade).toBe('A+');
    const html = parse(page.text);
    expect(html.querySelector('.summary')?.text).toMatch(/\d{3} \d{2} \d{2}|\d{4} \d{2} \d{2} \d{2}/);
    expect(html.querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Margriet');
    expect(JSON.parse(script.text)).toMatchObject({
      ok: false,
      problem: 'storage',
      text: expect.stringMatching(/.{10}/),
    });
    expect(link.headers.location).toBe(`/nl/m/${mailed}/?failed`);
    expect(site.log()).toContain('a lead could not be stored (code: busy)');
    expect(site.rows('leads')).toHaveLength(before);
  });
});
