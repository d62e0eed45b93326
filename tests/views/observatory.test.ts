import { connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { previewKey } from '../../src/platform/signing/signature.server.ts';
import { GONE_PROPERTY, storeGoneProperty } from '../support/gone-property.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { marksOf } from '../support/observatory.ts';
import { OWNER, PASSWORD, settle } from '../support/portal.ts';
import { encoded, FORM_TYPE, json, type PostResponse, pairsOf, right, type Send, sender } from '../support/post.ts';
import { agencySite } from '../support/submit.ts';
import { SITE_URL } from '../support/test-site.ts';

/** A year, which is more than the Observatory asks for. */
const LEAST_SECONDS = 31_536_000;
/** The types of what this site sends; text may name its character set. */
const CONTENT_TYPE = new RegExp(
  '^(text/(html|plain|csv)|application/(json|feed\\+json|rss\\+xml|xml|pdf)|(image|font|video)/\\w+)' +
    '(; ?charset=utf-8)?$',
  'i',
);

let site: LiveSite;
let send: Send;
let owner = '';

/** A site behind a proxy that speaks HTTPS, with an owner who is logged in and a property that is gone. */
beforeAll(async () => {
  site = await startLiveSite(inject('site'), { siteUrl: SITE_URL });
  send = sender(site.url, SITE_URL);
  const database = await openDatabase({ dataDir: site.dataDir });
  await settle(database, agencySite());
  await database.close();
  const login = new URLSearchParams({ language: 'nl', email: OWNER, password: PASSWORD }).toString();
  const entered = await send({ path: '/api/owner/login', headers: FORM_TYPE, body: login });
  owner = String([entered.headers['set-cookie']].flat()[0]);
  storeGoneProperty(site.databaseFile);
});
afterAll(() => site?.stop());

const get =
  (path: string, headers: Record<string, string> = {}) =>
  () =>
    send({ path, headers }, 'GET');
const asOwner = (path: string) => () => get(path, { cookie: owner.split(';')[0]! })();
const post = (path: string, body: string | Buffer, headers: Record<string, string> = FORM_TYPE) =>
  send({ path, headers, body });
const method = (verb: string, path: string) => () => send({ path }, verb);

async function tooOften(): Promise<PostResponse> {
  const headers = { ...FORM_TYPE, 'x-forwarded-for': '203.0.113.78' };
  for (let attempt = 0; attempt < 20; attempt += 1) await post('/api/forms/contact-me', 'email=x', headers);
  return post('/api/forms/contact-me', 'email=x', headers);
}

/** A row that somebody corrupted by hand: the page that reads it fails, and the visitor gets the error page. */
async function spoiled(): Promise<PostResponse> {
  const handle = new DatabaseSync(site.databaseFile, { timeout: 5000 });
  handle.exec(
    `insert into properties (id, listing, status, first_seen, gone_since)
      values ('999009', '{', 'gone', '2026', '2026')`,
  );
  handle.close();
  return get('/nl/te-koop/x/y/999009/')();
}

async function font(): Promise<PostResponse> {
  const { text } = await get('/nl/')();
  return get(/url\(["']?(\/_astro\/[^"')]+\.woff2)/.exec(text)?.[1] ?? '')();
}

/** Bytes that are no HTTP at all, which get an HTTP response. */
const unreadable = () =>
  new Promise<PostResponse>((resolve, reject) => {
    const { port, hostname } = new URL(site.url);
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write('GARBAGE\r\n\r\n'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject).on('close', () => {
      const [status = '', ...lines] = text.split('\r\n');
      const pairs = lines.map((line) => line.split(/: (.*)/)).filter(([name]) => name);
      resolve({
        status: Number(status.split(' ')[1]),
        text: '',
        headers: Object.fromEntries(pairs.map(([name = '', value]) => [name.toLowerCase(), value])),
      });
    });
  });

const RESPONSES: Record<string, readonly [status: number, respond: () => Promise<PostResponse>]> = {
  'the homepage': [200, get('/nl/')],
  'the homepage without a language': [200, get('/')],
  'a list': [200, get('/nl/te-koop/')],
  'a filtered list': [200, get('/nl/te-koop/?type=2&maxPrice=900000')],
  'a filtered list that was kept': [200, get('/nl/te-koop/?type=2&maxPrice=900000')],
  'a property': [200, get('/nl/te-koop/grimbergen/huis-met-boomgaard/35187/')],
  'a project': [200, get('/nl/projecten/meise/hof-ter-proef/801/')],
  'an article': [200, get('/fr/nos-services/vente/')],
  'a form': [200, get('/nl/contact-me/?property=35187')],
  'search results': [200, get('/nl/zoeken/?q=meise')],
  'the shortlist': [200, get('/nl/favorieten/')],
  'public figures': [200, get('/nl/statistieken/?property=35187')],
  'the login': [200, get('/nl/login/')],
  'the portal, which leads to the login': [303, get('/nl/eigenaar/')],
  'the portal of an owner': [200, asOwner('/nl/eigenaar/')],
  'the export of an owner': [200, asOwner('/api/owner/export?property=35187&kind=viewing&language=nl')],
  'the document of an owner': [200, asOwner('/api/owner/document?property=35187&n=0')],
  'thank you': [200, get('/nl/contact-me/bedankt/')],
  'a mailed link': [
    200,
    () => get(`/nl/m/${mailLinkToken(LIVE_SECRET, { do: 'documents', property: '35187', lead: 'x' })}/`)(),
  ],
  'a preview': [
    200,
    () => {
      const key = previewKey({ path: '/nl/draft-plan-nl/', until: Date.now() + 60_000, secret: LIVE_SECRET });
      return get(`/nl/preview/draft-plan-nl/?key=${encodeURIComponent(key)}`)();
    },
  ],
  'the frame of the map': [200, get('/map/frame/')],
  'a piece of a page': [200, get('/consent/nl/')],
  'a property without its language': [302, get('/property/35187/')],
  'a path without its slash': [301, get('/nl/te-koop')],
  'a form that was sent': [303, () => send(encoded('contact-me', pairsOf('contact-me')))],
  'documents that were requested': [303, () => send(encoded('document-request', pairsOf('document-request')))],
  'a property saved for later': [303, () => post('/api/shortlist', 'property=35187&action=add')],
  'a form sent as JSON': [200, () => send(json('site-contact', right('site-contact')))],
  'a form for a script': [200, get('/api/forms/contact-me', { accept: 'application/json' })],
  'a path that cannot be read': [400, get('/%')],
  'no HTTP': [400, () => unreadable()],
  'a foreign form': [403, () => post('/api/forms/contact-me', '', { ...FORM_TYPE, origin: 'https://evil.example' })],
  'a missing page': [404, get('/nl/weg/')],
  'a missing picture': [404, get('/media/photos/absent.jpg?width=400&format=webp')],
  'a page that is posted to': [405, method('POST', '/nl/te-koop/')],
  'a method nobody knows': [405, method('PROPFIND', '/nl/')],
  'a property that left': [410, get(`/nl/te-koop/x/y/${GONE_PROPERTY}/`)],
  'a form that is too long': [413, () => post('/api/forms/contact-me', 'x'.repeat(70_000))],
  'an upload': [
    415,
    () => post('/api/forms/contact-me', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }),
  ],
  'a form with mistakes': [422, () => send(encoded('contact-me', { email: 'x' }))],
  'a form with mistakes, as JSON': [422, () => send(json('contact-me', { email: 'x' }))],
  'a login that failed': [422, () => post('/api/owner/login', 'language=nl&email=a@b.be&password=x')],
  'a form sent too often': [429, tooOften],
  'a bug': [500, spoiled],
  'a picture': [200, get('/media/photos/large.jpg?width=400&format=webp')],
  'a picture of no allowed size': [400, get('/media/photos/large.jpg?width=401&format=webp')],
  'a film in part': [206, get('/media/video/film.mp4', { range: 'bytes=0-9' })],
  'a part that lies outside': [416, get('/media/video/film.mp4', { range: 'bytes=99999999-' })],
  'a card for sharing': [200, get('/card/nl/35187.jpg')],
  'characters to type': [404, get('/api/captcha/x.y')],
  'a font': [200, font],
  'the map of the site': [200, get('/sitemap-index.xml')],
  'the word to robots': [200, get('/robots.txt')],
  'new properties as RSS': [200, get('/nl/te-koop/feed.xml')],
  'new properties as JSON': [200, get('/nl/te-koop/feed.json')],
  'listings for adverts': [200, get('/meta-listings-nl.csv')],
  'an overview for language models': [200, get('/llms.txt')],
  'the search of a script': [200, get('/api/search?q=meise&language=nl')],
  'the health of the server': [200, get('/healthz')],
};

const SHOWN_BY_BROWSERS = new Set(Object.keys(RESPONSES).filter((name) => /picture|film|card|outside/.test(name)));

test.each(Object.entries(RESPONSES))('%s is rated A+', async (name, [expected, respond]) => {
  const { status, headers, text } = await respond();
  expect(status).toBe(expected);
  const { grade, findings } = marksOf({ headers, text });
  expect([grade, findings.filter(({ points }) => points < 0)], JSON.stringify(findings)).toEqual(['A+', []]);
  // Browsers show a picture by their own rules: a policy about styles would only cause complaints.
  expect(SHOWN_BY_BROWSERS.has(name) || findings[0]?.found).toBe(SHOWN_BY_BROWSERS.has(name) || 'default none');
  // What the Observatory names but does not count, or leaves to the taste of the site.
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    // Mails, feed readers and other sites show pictures and feeds.
    'cross-origin-resource-policy': /picture|card|film|part|properties as|icon|logo|manifest/.test(name)
      ? expect.stringMatching(/^(same|cross)-origin$/)
      : 'same-origin',
    'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\).*geolocation=\(\).*payment=\(\)/),
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
  });
  const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(String(headers['strict-transport-security'])) ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(LEAST_SECONDS);
  const policy = String(headers['content-security-policy']);
  for (const directive of [
    "base-uri 'none'",
    // The map is framed by pages of the site, a preview by the form in the studio.
    /the frame of the map|a preview/.test(name) ? "frame-ancestors 'self'" : "frame-ancestors 'none'",
  ])
    expect(policy).toContain(directive);
  expect(policy).toMatch(/form-action '(self|none)'/);
  expect([headers['x-powered-by'], headers.server]).toEqual([undefined, undefined]);
  // Scripts of other sites may read feeds, and nothing else.
  expect(Object.keys(headers).filter((header) => header.startsWith('access-control-'))).toEqual(
    /new properties as/.test(name) ? ['access-control-allow-origin'] : [],
  );
  for (const cookie of [headers['set-cookie'] ?? []].flat())
    expect(cookie).toMatch(/^(?=__(?:Host|Secure)-)(?=.*; ?secure)(?=.*; ?samesite=(?:lax|strict))/i);
  expect(text === '' ? 'text/html' : String(headers['content-type'])).toMatch(CONTENT_TYPE);
  expect(/^<!doctype html|^<dialog/i.test(text)).toBe(
    text !== '' && /^text\/html/.test(String(headers['content-type'])),
  );
  expect(status >= 400 ? text : '').not.toMatch(/node_modules|file:\/\/|\bat \w+ \(|\.ts:\d|SQLITE|dorpel-live/);
});

test('the cookie of an owner is bound to this host and HTTPS, and hidden from scripts', () => {
  expect(owner).toMatch(/^__Host-owner=/);
  for (const word of [/; ?path=\//i, /; ?httponly/i, /; ?secure/i, /; ?samesite=lax/i]) expect(owner).toMatch(word);
  expect(owner).not.toMatch(/domain=/i);
});

test('every cookie has a prefix on HTTPS', async () => {
  const { id } = agencySite().listings[0]!;
  const saved = await post('/api/shortlist', `property=${id}&action=add`);
  const asked = await post('/api/owner/ask-link', new URLSearchParams({ language: 'nl', email: OWNER }).toString());
  const names = [saved, asked]
    .flatMap(({ headers }) => headers['set-cookie'] ?? [])
    .map((one) => String(one).split('=')[0]);
  expect(names).toEqual(['__Host-shortlist', '__Host-asked']);
  // What was saved before the prefix came stays saved.
  const cookie = `shortlist=${id}`;
  expect((await send({ path: '/nl/favorieten/', headers: { cookie } }, 'GET')).text).toContain(`/${id}/`);
});
