import { describe, expect, test } from 'vitest';
import { fetchPath, open } from '../support/browse.ts';
import { SITE_URL } from '../support/test-site.ts';

const BY_VISITOR = {
  vary: expect.stringMatching(/Cookie, Accept-Language/),
  'cache-control': expect.stringContaining('private'),
};
const NEEDS_LANGUAGE = {
  vary: expect.stringContaining('Accept-Language'),
  'cache-control': expect.stringContaining('private'),
};

describe('without a language the visitor is served in', () => {
  test.each([
    ['the default one', {}, 'nl'],
    ['that of the browser', { 'Accept-Language': 'fr-BE,fr;q=0.9,nl;q=0.5' }, 'fr'],
    ['the best of those the browser wants', { 'Accept-Language': 'es,de;q=0.4,en;q=0.8' }, 'en'],
    ['the remembered one', { 'Accept-Language': 'fr', Cookie: 'x=1; lang=de' }, 'de'],
    [
      'that of the browser when the remembered one does not exist',
      { 'Accept-Language': 'fr', Cookie: 'lang=xx' },
      'fr',
    ],
    [
      'the default one when nothing makes sense',
      { 'Accept-Language': '*;q=x,__proto__', Cookie: 'lang=__proto__' },
      'nl',
    ],
  ])('%s', async (_name, headers, language) => {
    const property = await fetchPath('/', headers as Record<string, string>);
    expect([property.status, property.headers]).toEqual([200, expect.objectContaining(BY_VISITOR)]);
    const page = await open('/', headers as Record<string, string>);
    expect(page.querySelector('html')?.getAttribute('lang')).toBe(language);
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${SITE_URL}/${language}/`);
    const sent = await fetchPath('/contact-demand/', headers as Record<string, string>);
    expect(sent.headers.location).toMatch(new RegExp(`^/${language}/`));
  });
});

test('the homepage without a language is complete, no redirect, and as fresh as its original', async () => {
  const [own, bare] = await Promise.all([fetchPath('/fr/'), fetchPath('/', { 'Accept-Language': 'fr' })]);
  expect(bare.text).toBe(own.text);
});

test.each([
  ['/property/35187/', '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/'],
  ['/property/35187/?a=b&c=%26', '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/?a=b&c=%26'],
  ['/project/?id=801', '/nl/projecten/meise/hof-ter-proef/801/'],
  ['/project/?id=801&utm_source=x', '/nl/projecten/meise/hof-ter-proef/801/?utm_source=x'],
  ['/for-sale/', '/nl/te-koop/'],
  ['/for-sale/?city=Grimbergen|1850', '/nl/te-koop/grimbergen/'],
  ['/for-rent/?type=2', '/nl/te-huur/appartementen/'],
  ['/for-rent/?city=Nijvel%7C1400&city=Waver%7C1300', '/nl/te-huur/?city=Nijvel%7C1400&city=Waver%7C1300'],
  ['/contact-demand/', '/nl/gratis-schatting/'],
  ['/contact-demand', '/nl/gratis-schatting/'],
  ['/testimonials/testimonial-1/', '/nl/testimonials/testimonial-1/'],
  ['/privacy-statement/', '/nl/privacy-statement/'],
  ['/te-koop/grimbergen/', '/nl/te-koop/grimbergen/'],
  ['/A-Vendre/?page=2', '/nl/te-koop/?page=2'],
])('%s redirects to %s temporarily, by language', async (path, target) => {
  const { status, headers } = await fetchPath(path);
  expect([status, headers.location]).toEqual([302, target]);
  expect(headers).toMatchObject(NEEDS_LANGUAGE);
  expect((await fetchPath(target)).status, 'its target').toBe(200);
});

test.each([
  '/property/1/',
  '/property/x/',
  '/property/35187/more/',
  '/project/?id=1',
  '/project/',
  '/testimonials/testimonial-99/',
  '/for-sale/nowhere/',
  '/__proto__/',
  '/constructor/',
])('%s leads nowhere', async (path) => {
  expect((await fetchPath(path)).status).toBe(404);
});

test.each([
  ['/NL/Te-Koop/Grimbergen/', '/nl/te-koop/grimbergen/'],
  ['/fr/te-koop/?city=Grimbergen|1850', '/fr/a-vendre/grimbergen/'],
  ['/fr/over-ons/', '/fr/qui-sommes-nous/'],
])('%s, with capitals or with the words of another language, redirects to %s', async (path, target) => {
  const { status, headers } = await fetchPath(path);
  expect([status, headers.location]).toEqual([301, target]);
  expect((await fetchPath(target)).status, 'its target').toBe(200);
});
