import { describe, expect, test } from 'vitest';
import { fetchPath, linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { prerendered } from '../support/version.ts';

const robotsOf = async (path: string) =>
  (await open(path)).querySelector('meta[name=robots]')?.getAttribute('content') ?? '';

describe('a page that is not Published', () => {
  test.each([
    ['a Draft', '/nl/draft-plan-nl/'],
    ['the Draft of the agency', '/fr/portes-ouvertes/'],
    ['an archived child page', '/nl/woonadvies/archived-plan-nl/'],
    ['a published page below a Draft', '/nl/draft-plan-nl/below-draft-plan-nl/'],
    ['an archived child page by itself', '/nl/archived-plan-nl/'],
  ])('%s is not found', async (_name, path) => {
    expect((await fetchPath(path)).status).toBe(404);
  });

  test('is in no menu, list or link of the whole site', () => {
    const naming = prerendered().filter(({ html }) => /draft-plan|archived-plan|kijkdag|portes-ouvertes/.test(html));
    expect(naming.map(({ path }) => path)).toEqual([]);
  });
});

test('a page with isActiveSEO false is shown but kept from search engines', async () => {
  expect(await robotsOf('/nl/unlisted-nl/')).toMatch(/noindex/);
  expect(mainOf(await open('/nl/unlisted-nl/'))).toContain('Text of unlisted nl');
  expect(await robotsOf('/nl/styled-nl/')).toBe('max-image-preview:large');
});

describe('what a page may switch off', () => {
  test('the breadcrumb', async () => {
    expect((await open('/nl/no-way-nl/')).querySelector('.crumbs')).toBeNull();
    expect((await open('/nl/styled-nl/')).querySelectorAll('.crumbs li').map(wordsOf)).toEqual(['Home', 'styled nl']);
  });

  test('its description', async () => {
    const page = await open('/nl/no-way-nl/');
    expect(page.toString()).not.toContain('MemoisedFragment words');
  });

  test('the banner', async () => {
    expect((await open('/nl/no-banner-nl/')).toString()).not.toContain('Banner words');
  });

  test('one text of the banner', async () => {
    const page = await open('/nl/quiet-banner-nl/');
    expect(mainOf(page)).toContain('Loud words');
    expect(page.toString()).not.toContain('Silent words');
  });

  test('a module, by status or by a condition', async () => {
    const page = mainOf(await open('/nl/hidden-module-nl/'));
    expect(page).toContain('Module on');
    expect(page).not.toMatch(/Module (off|never)/);
  });
});

test('a child page is below its parent, in the path and in the breadcrumb', async () => {
  const page = await open('/de/styled-de/child-de/');
  expect(linksOf(page.querySelector('.crumbs'))).toEqual(['/de/', '/de/styled-de/']);
});

test('styles of a page apply to that page only', async () => {
  const page = await open('/nl/styled-nl/');
  expect(page.toString()).toContain('rgb(1, 2, 3)');
  expect(page.querySelector('main')?.classList.contains('own')).toBe(true);
  expect((await open('/nl/unlisted-nl/')).toString()).not.toContain('rgb(1, 2, 3)');
});

describe('an entry that redirects', () => {
  test.each(LANGUAGES)('opens the other site in a new tab and says so (%s)', async (code) => {
    const page = await open(`/${code}/`);
    const link = page.querySelector('a[href="https://www.mijnverbouwpremie.be"]');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(link?.getAttribute('rel')).toContain('noopener');
    expect(wordsOf(link)).toMatch(/\(.+\)$/);
  });

  test('has no page of its own: its address leads to the other site', async () => {
    const { status, headers } = await fetchPath('/nl/premies/');
    expect([status, headers.location]).toEqual([302, 'https://www.mijnverbouwpremie.be']);
  });
});

test('the menu shows at most five entries, the drawer all of them', async () => {
  const page = await open('/nl/');
  const [menu, drawer] = [page.querySelectorAll('header .nav a'), linksOf(page.querySelector('#menu nav'))];
  expect(menu).toHaveLength(5);
  for (const link of menu) expect(drawer).toContain(link.getAttribute('href'));
  expect(drawer.length).toBeGreaterThan(menu.length);
  expect(drawer).toEqual(expect.arrayContaining(['/nl/contact/', '/nl/woonadvies/', '/nl/woonadvies/verkoopdossier/']));
});

test('the free valuation is offered in header and drawer', async () => {
  const page = await open('/fr/');
  for (const place of ['header', '#menu'])
    expect(linksOf(page.querySelector(place))).toContain('/fr/estimation-gratuite/');
});

test('telephone and mail links in the top bar open in a new tab and say so', async () => {
  const page = await open('/en/');
  const links = page
    .querySelectorAll('header .links a')
    .filter((link) => /^(tel|mailto|https?):/.test(link.getAttribute('href') ?? ''));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links)
    expect([link.getAttribute('target'), wordsOf(link)]).toEqual(['_blank', expect.stringMatching(/new tab/)]);
});
