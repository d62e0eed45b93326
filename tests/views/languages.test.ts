import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { fetchPath, open } from '../support/browse.ts';
import { DUTCH_PROPERTY, LANGUAGES } from '../support/odd-content.ts';
import { PAGE_PATHS, pathOf } from '../support/page-paths.ts';
import { SITE_URL } from '../support/test-site.ts';
import { prerendered } from '../support/version.ts';

const switcherOf = async (path: string) =>
  Object.fromEntries(
    (await open(path))
      .querySelectorAll('header .lang a')
      .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
  );

describe('the language switcher leads to the same thing', () => {
  test.each(PAGE_PATHS.map(([page]) => page))('from the page "%s"', async (page) => {
    const expected = Object.fromEntries(LANGUAGES.map((code) => [code, pathOf(page, code)]));
    for (const code of LANGUAGES) expect(await switcherOf(pathOf(page, code)), code).toEqual(expected);
  });

  test('from a property, which keeps its number', async () => {
    const targets = await switcherOf('/nl/te-koop/grimbergen/huis-met-boomgaard/35187/');
    expect(targets.de).toBe(
      '/de/zu-verkaufen/grimbergen/haus-mit-obstgarten/35187/'.replace('suedgarten', 'sudgarten'),
    );
    for (const code of LANGUAGES) expect(targets[code]).toMatch(new RegExp(`^/${code}/.*/35187/$`));
    for (const code of LANGUAGES) expect((await fetchPath(String(targets[code]))).status).toBe(200);
  });

  test('from a town, under its name in that language', async () => {
    expect(await switcherOf('/nl/te-koop/vilvoorde/')).toMatchObject({
      fr: '/fr/a-vendre/vilvorde/',
      nl: '/nl/te-koop/vilvoorde/',
    });
  });

  test('from a filtered list, which keeps its filters', async () => {
    const query = '?city=Grimbergen%7C1850&type=1&maxPrice=700000&sort=price-asc';
    const targets = await switcherOf(`/nl/te-koop/${query}`);
    expect(new URL(String(targets.fr), SITE_URL).pathname).toBe('/fr/a-vendre/');
    const sorted = (text: string) => [...new URL(text, SITE_URL).searchParams].sort().join(' ');
    for (const code of LANGUAGES) expect(sorted(String(targets[code]))).toBe(sorted(query));
  });

  test('from a search, which keeps its text', async () => {
    expect(await switcherOf('/nl/zoeken/?q=m%C3%A9ise')).toMatchObject({ fr: '/fr/recherche/?q=m%C3%A9ise' });
  });

  test('and marks the current language', async () => {
    const page = await open('/fr/contact/');
    expect(page.querySelectorAll('header .lang [aria-current]').map((link) => link.getAttribute('hreflang'))).toEqual([
      'fr',
    ]);
  });
});

describe('languages for search engines', () => {
  const heads = () =>
    new Map(
      prerendered().map(({ path, html }) => {
        const head = parse(html.slice(0, html.indexOf('</head>')));
        const href = (selector: string) => head.querySelector(selector)?.getAttribute('href');
        return [
          path,
          {
            canonical: href('link[rel=canonical]'),
            index: !head.querySelector('meta[name=robots]')?.getAttribute('content')?.includes('noindex'),
            alternates: new Map(
              head
                .querySelectorAll('link[rel=alternate][hreflang]')
                .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]),
            ),
          },
        ] as const;
      }),
    );

  test('every listed page names itself, with its public URL, or one that shows the same and names itself', () => {
    const all = [...heads()];
    expect(all.length).toBeGreaterThan(300);
    const own = new Set(all.filter(([path, { canonical }]) => canonical === SITE_URL + path).map(([path]) => path));
    const others = all.filter(([path, { index }]) => index && !own.has(path));
    expect(others.length).toBeLessThan(own.size / 20);
    expect(
      others
        .filter(([, { canonical, alternates }]) => !own.has(canonical?.slice(SITE_URL.length) ?? '') || alternates.size)
        .map(([path]) => path),
    ).toEqual([]);
    expect(
      all
        .filter(([, { canonical, index, alternates }]) => !index && (canonical || alternates.size > 0))
        .map(([path]) => path),
    ).toEqual([]);
  });

  test('translations exist and name each other', () => {
    const all = heads();
    const wrong: string[] = [];
    for (const [path, { index, alternates }] of all) {
      if (!index || alternates.size === 0) continue;
      if (alternates.get(path.split('/')[1] ?? '') !== SITE_URL + path) wrong.push(`${path} does not name itself`);
      for (const [code, href] of alternates) {
        const other = all.get(String(href).slice(SITE_URL.length));
        const back = other && [...other.alternates.values()].includes(SITE_URL + path);
        if (!back || !other.index) wrong.push(`${path} names ${href} (${code}), which does not name it`);
      }
      if (alternates.get('x-default') !== alternates.get('nl'))
        wrong.push(`${path}: x-default is not the default language`);
    }
    expect(wrong).toEqual([]);
  });

  test('nearly every page is translated into all four languages', () => {
    const whole = [...heads().values()].filter(({ alternates }) => alternates.size === 5);
    expect(whole.length).toBeGreaterThan(300);
  });

  test('a property written in Dutch only is offered in no other language', async () => {
    const page = await open(`/nl/te-koop/x/y/${DUTCH_PROPERTY}/`);
    expect(page.querySelectorAll('link[hreflang]').map((link) => link.getAttribute('hreflang'))).toEqual([]);
    expect(page.querySelector('link[rel=canonical]')).not.toBeNull();
  });
});
