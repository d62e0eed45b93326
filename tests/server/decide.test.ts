import { beforeAll, describe, expect, test } from 'vitest';
import { decide } from '../../src/app/request.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { agencyDir } from '../support/test-site.ts';

const SETTINGS = { siteUrl: 'https://www.agency.example', siteUrlGiven: true, studioUrl: null };

let site: Site;
beforeAll(() => {
  const { content } = readContent(agencyDir);
  if (!content) throw new Error('the content of the agency cannot be used');
  site = siteOfContent(content);
});

/** What a visitor gets at a path, in short. */
function decided(url: string, headers: Record<string, string> = {}, method = 'GET', isFromHere = true): string {
  const result = decide(
    { url, headers: { origin: isFromHere ? SETTINGS.siteUrl : 'https://elsewhere.example', ...headers }, method },
    site,
    SETTINGS,
  );
  if (result.kind === 'refuse') return String(result.status);
  if (result.kind === 'redirect') return `${result.status} ${result.to}`;
  return result.kind === 'file' || result.kind === 'on-demand' ? `${result.kind} ${result.inner}` : result.kind;
}

test('the path of an entry of the menu that redirects leads to its target, in every language', () => {
  for (const page of site.pages.filter(({ params, route }) => params.redirect && !route))
    for (const language of site.languages)
      expect(decided(site.pagePath(page, language)!), page.id).toBe(`302 ${page.params.redirectUrl}`);
});

test('the form for an offer is there for a property for sale, and leads to where one is chosen otherwise', () => {
  const [sale, rent] = (['sale', 'rent'] as const).map((goal) => site.listings.find((one) => one.goal === goal)!);
  expect(decided(`/nl/offer/?property=${sale!.id}`)).toBe('form');
  expect(decided(`/nl/offer/?property=${rent!.id}`)).toBe(`302 ${site.listingPath(rent!, 'nl')}`);
  for (const asked of ['', '?property=99999', '?property=abc'])
    expect(decided(`/nl/offer/${asked}`)).toBe('302 /nl/te-koop/');
  expect(decided('/nl/contact-me/')).toBe('form');
});

describe('a visitor gets', () => {
  test.each([
    ['/', 'file /nl/'],
    ['/nl/', 'file /nl/'],
    ['/nl', '301 /nl/'],
    ['/nl/index.html?x=1', '301 /nl/?x=1'],
    ['/nl/te-koop/x/y/1/', 'on-demand /_gone/1/'],
    ['/nl/te-koop/', 'file /nl/te-koop/'],
    ['/nl/te-koop/?utm_source=x', 'file /nl/te-koop/'],
    ['/nl/te-koop/?fbclid=x&gclid=y', 'file /nl/te-koop/'],
    ['/nl/te-koop/?type=1&bedrooms=3', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?type=1&bedrooms=&city=', '301 /nl/te-koop/huizen/'],
    ['/nl/te-koop/?city=Grimbergen|1850&sort=surface', '301 /nl/te-koop/grimbergen/?sort=surface'],
    ['/nl/te-koop/?city=Grimbergen&utm_source=x', '301 /nl/te-koop/grimbergen/?utm_source=x'],
    ['/nl/te-koop/?city=Grimbergen&within=5', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?city=Grimbergen&city=Meise', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?city=Nergens|9999', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?city=Ternat|1740', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?type=999', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/?page=2', 'on-demand /_list/nl/sale/'],
    ['/fr/a-louer/?utm_source=x&city=Meise', 'on-demand /_list/fr/rent/'],
    ['/fr/te-koop/?type=1', 'file /fr/te-koop/'],
    ['/nl/contact/?type=1', 'form'],
    ['/nl/te-koop/x/y/35187/', '301 /nl/te-koop/grimbergen/huis-met-boomgaard/35187/'],
    ['/nl/te-koop/grimbergen/huis-met-boomgaard/35187/', 'file /nl/te-koop/grimbergen/huis-met-boomgaard/35187/'],
    ['/property/35187/', '302 /nl/te-koop/grimbergen/huis-met-boomgaard/35187/'],
    ['/property/424242/', 'on-demand /_gone/424242/'],
    ['/nl/te-koop/grimbergen/', 'file /nl/te-koop/grimbergen/'],
    ['/nl/te-koop/ternat/', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/grimbergen/?page=2', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/huizen/?page=2&utm_source=x', 'on-demand /_list/nl/sale/'],
    ['/nl/te-koop/grimbergen/huizen/', '301 /nl/te-koop/grimbergen/'],
    ['/nl/te-koop/grimbergen/huizen/?sort=surface', '301 /nl/te-koop/grimbergen/?sort=surface'],
    ['/nl/te-koop/huizen/?utm_source=x', 'file /nl/te-koop/huizen/'],
    ['/nl/te-koop/grimbergen/?type=1&page=2', '302 /nl/te-koop/?city=Grimbergen%7C1850&type=1&page=2'],
    [
      '/nl/te-koop/grimbergen/huizen/?maxPrice=400000',
      '302 /nl/te-koop/?city=Grimbergen%7C1850&type=1&maxPrice=400000',
    ],
    ['/nl/te-koop/huizen/?type=2&bedrooms=2', '302 /nl/te-koop/?type=2&bedrooms=2'],
    ['/nl/te-koop/ternat/?bedrooms=3', '302 /nl/te-koop/?city=Ternat%7C1740&bedrooms=3'],
    ['/nl/te-koop/nergens/?page=2', 'file /nl/te-koop/nergens/'],
    ['/nl/te-koop/nergens/', 'file /nl/te-koop/nergens/'],
    ['/for-sale/?city=Meise|1860', '302 /nl/te-koop/meise/'],
    ['/for-sale/?type=1', '302 /nl/te-koop/huizen/'],
    ['/favicon.svg', 'brand'],
    ['/brand/logo.svg?v=1', 'brand'],
    ['/healthz', 'health'],
    ['/livez', 'alive'],
    ['/media/photos/a.jpg?width=400', 'media'],
    ['/nl/te-koop/qr.svg?type=1', 'code'],
    ['/nl/qr.svg', 'code'],
    ['/xx/te-koop/qr.svg', 'file /xx/te-koop/qr.svg'],
    ['/weg/', 'on-demand /_not-found/'],
    ['/_list/nl/sale/', 'on-demand /_not-found/'],
    ['/_not-found/', 'on-demand /_not-found/'],
    ['//evil.example/', '301 /evil.example/'],
    ['/nl//te-koop///?city=a//b', '301 /nl/te-koop/?city=a//b'],
    ['//', '301 /'],
    ['//\\evil.example/', '400'],
    ['/nl//%5c/', '400'],
    ['/\\evil.example', '400'],
    ['/nl/%5c/', '400'],
    ['/nl/%2f%2fevil.example/', '400'],
    ['/nl/%00', '400'],
    ['/nl/%0d%0a/', '400'],
    ['/%', '400'],
    [`/${'a'.repeat(5000)}`, '400'],
    ['http://evil.example/nl/', '400'],
    ['*', '400'],
  ])('at %s: %s', (url, expected) => {
    expect(decided(url)).toBe(expected);
  });
});

test('an old address leads where the table says, but never away from a page', () => {
  const redirects = [
    { from: '/nl/oud/', below: false, to: '/nl/contact/' },
    { from: '/aanbod.php?id=3', below: false, to: 'https://elsewhere.example/' },
    { from: '/Blog', below: true, to: '/nl/woonadvies/' },
    { from: '/blog/weg', below: false },
    { from: '/nl/te-koop', below: true, to: '/nl/contact/' },
    { from: '/contact-demand/', below: false, to: '/nl/' },
  ];
  const old: Site = { ...site, settings: { ...site.settings, redirects: { redirects } } };
  const at = (url: string, method = 'GET') => {
    const result = decide({ url, headers: { origin: SETTINGS.siteUrl }, method }, old, SETTINGS);
    return result.kind === 'redirect'
      ? `${result.status} ${result.to}`
      : 'inner' in result
        ? result.inner
        : result.kind;
  };
  expect(at('/aanbod.php?id=3')).toBe('301 https://elsewhere.example/');
  expect(at('/aanbod.php?id=4')).toBe('/aanbod.php');
  expect(at('/contact-demand/')).toBe('302 /nl/gratis-schatting/');
  expect(at('/blog/2019/een%20huis.html')).toBe('301 /nl/woonadvies/');
  expect(at('/blogger/')).toBe('/_not-found/');
  expect(at('/blog/weg/')).toBe('/_not-found/');
  expect(at('/nl/te-koop/')).toBe('/nl/te-koop/');
  expect(at('/nl/te-koop/grimbergen/')).toBe('/nl/te-koop/grimbergen/');
  expect(at('/nl/oud/', 'POST')).toBe('refuse');
});

test('a remembered language takes precedence over that of the browser', () => {
  expect(decided('/', { 'accept-language': 'nl', cookie: 'lang=fr' })).toBe('file /fr/');
  expect(decided('/contact-demand/', { 'accept-language': 'fr-BE' })).toBe('302 /fr/estimation-gratuite/');
});

test('posts from another site are refused, except the one click of a mail program', () => {
  expect(decided('/api/forms/site-contact', {}, 'POST', false)).toBe('403');
  expect(decided('/nl/contact/', {}, 'POST', false)).toMatch(/^40[35]$/);
  expect(decided('/api/m/token', {}, 'POST', false)).not.toBe('403');
  // A page shown under another name reports its views in vain, and need not be told so.
  expect(decided('/api/views', {}, 'POST', false)).toBe('204');
});

test('pages accept read methods only, unless a form is on them', () => {
  expect(decided('/nl/te-koop/', {}, 'POST')).toBe('405');
  expect(decided('/nl/contact/', {}, 'POST')).toBe('on-demand /api/forms/site-contact/');
  expect(decided('/nl/login/password/', {}, 'POST')).toBe('on-demand /api/owner/ask-password/');
  expect(decided('/nl/login/password/?token=x', {}, 'POST')).toBe('on-demand /api/owner/password/');
  expect(decided('/nl/contact/', {}, 'HEAD')).toBe('form');
});
