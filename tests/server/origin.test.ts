import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../src/app/request.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { comesFromHere } from '../../src/platform/http/policy.server.ts';
import { agencyDir } from '../support/test-site.ts';

const SETTINGS = { siteUrl: 'https://www.agency.example', siteUrlGiven: true, studioUrl: null };

const SITE = 'https://www.proefhof.example';
const isAccepted = (headers: Record<string, string>, siteUrl = SITE, given = true) =>
  comesFromHere({ headers }, siteUrl, given);

describe('a post comes from this site', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['with its origin', { origin: SITE }, true],
    ['with its origin, whatever else is claimed', { origin: SITE, 'sec-fetch-site': 'cross-site' }, true],
    ['not with a foreign origin', { origin: 'https://evil.example' }, false],
    [
      'not with a foreign origin that claims to be the same',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      false,
    ],
    ['not with a part of its name', { origin: 'https://proefhof.example' }, false],
    ['not with its name as the beginning of another', { origin: 'https://www.proefhof.example.evil.example' }, false],
    ['not with another scheme', { origin: 'http://www.proefhof.example' }, false],
    ['not with another port', { origin: 'https://www.proefhof.example:8443' }, false],
    ['not with a slash behind it, which no browser sends', { origin: `${SITE}/` }, false],
    ['not with an empty origin', { origin: '' }, false],
    ['without an origin, when the browser says so', { 'sec-fetch-site': 'same-origin' }, true],
    [
      'with the origin null of a private page, when the browser says so',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      true,
    ],
    ['not with the origin null alone', { origin: 'null' }, false],
    ['not with the origin null from elsewhere', { origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
    ['not from another part of the same company', { 'sec-fetch-site': 'same-site' }, false],
    ['not from a typed URL, which is no page of ours', { 'sec-fetch-site': 'none' }, false],
    ['not without any word', {}, false],
    ['not by a referrer', { referer: `${SITE}/nl/contact/` }, false],
    ['not by its host', { host: 'www.proefhof.example' }, false],
  ])('%s', (_name, headers, result) => {
    expect(isAccepted(headers)).toBe(result);
  });

  test.each([
    ['http://localhost:4321', true],
    ['http://127.0.0.1:4321', true],
    ['http://[::1]:4321', true],
    ['http://localhost:4322', false],
    ['https://localhost:4321', false],
    ['http://192.168.0.2:4321', false],
  ])('without a SITE_URL, from %s: %s', (origin, result) => {
    expect(isAccepted({ origin }, 'http://localhost:4321', false)).toBe(result);
  });

  test('with a SITE_URL the names of the local machine are foreign', () => {
    expect(isAccepted({ origin: 'http://127.0.0.1:4321' })).toBe(false);
  });
});

describe('a request that changes something', () => {
  let site: Site;
  beforeAll(() => {
    site = siteOfContent(readContent(agencyDir).content!);
  });
  const kind = (method: string, url: string, isFromHere: boolean) => {
    const result = decide(
      { method, url, headers: { origin: isFromHere ? SETTINGS.siteUrl : 'https://elsewhere.example' } },
      site,
      SETTINGS,
    );
    return result.kind === 'refuse' ? result.status : result.kind;
  };

  test.each([
    '/api/forms/contact-me',
    '/api/shortlist',
    '/api/forms/x/../contact-me',
    '/API/forms/contact-me',
    '/api/count',
    '/api/',
    '/api/forms/api/m/x',
    '/api/m',
    '/api/x/m/y',
    '/api/inbound-mail/x',
    '/api/inbound-mails',
    '/api/x/inbound-mail',
  ])('from elsewhere is refused at %s', (url) => {
    expect([403, 405]).toContain(kind('POST', url, false));
  });

  test.each(['/api/forms/contact-me', '/api/shortlist'])('from here is accepted at %s', (url) => {
    expect(kind('POST', url, true)).toBe('on-demand');
  });

  test('without an origin is accepted only where a token or a password authorises', () => {
    expect(kind('POST', '/api/m/token.signature', false)).toBe('on-demand');
    expect(kind('POST', '/api/inbound-mail', false)).toBe('on-demand');
    expect(kind('POST', '/api/m/../forms/contact-me', false)).toBe(403);
    expect(kind('POST', '/api/m/%2e%2e/forms/contact-me', false)).toBe(403);
  });

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'CONNECT', 'TRACE'])('with %s is refused everywhere', (method) => {
    for (const url of ['/api/forms/contact-me', '/api/m/x', '/nl/', '/']) expect(kind(method, url, true)).toBe(405);
  });

  test('is refused at a page, even from here', () => {
    for (const url of ['/', '/nl/', '/nl/te-koop/', '/nl/contact/x/', '/apis/forms', '/nl/api/forms/contact-me'])
      expect(kind('POST', url, true)).toBe(405);
  });

  test('reaches the page of a form from here only', () => {
    for (const url of ['/nl/contact/', '/nl/contact-me/?property=35187', '/nl/login/', '/nl/login/password/?token=x']) {
      expect(kind('POST', url, true)).toBe('on-demand');
      expect(kind('POST', url, false)).toBe(403);
    }
  });
});
