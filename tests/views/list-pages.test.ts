import { describe, expect, test } from 'vitest';
import { encoded, fetchPath, linksOf, mainOf, open, wordsOf } from '../support/browse.ts';
import { gone, idsOf, idsWhere } from '../support/list-of.ts';
import { HIDDEN_PROPERTY } from '../support/odd-content.ts';
import { properties } from '../support/version.ts';

describe('pages of a list', () => {
  test('are counted, in Dutch with the number of properties', async () => {
    const count = idsWhere(0, () => true).length;
    expect(wordsOf((await open('/nl/te-koop/')).querySelector('.pages p'))).toBe(`Pagina 1 van 2, ${count} panden`);
    expect(wordsOf((await open('/nl/te-koop/?page=2')).querySelector('.pages p'))).toBe(
      `Pagina 2 van 2, ${count} panden`,
    );
    for (const [path, title] of [
      ['/fr/a-vendre/', /^Page 1 sur 2$/],
      ['/en/for-sale/', /^Page 1 of 2$/],
      ['/de/zu-verkaufen/', /^Seite 1 von 2$/],
    ] as const) {
      expect(wordsOf((await open(path)).querySelector('.pages p'))).toMatch(title);
    }
  });

  test('state how many properties are available, and separately what is sold or rented', async () => {
    for (const [goal, path, offered, over] of [
      [0, '/nl/te-koop/', 'te koop', 'verkocht'],
      [1, '/nl/te-huur/', 'te huur', 'verhuurd'],
    ] as const) {
      const [all, past] = [idsWhere(goal, () => true).length, idsWhere(goal, gone).length];
      expect(past).toBeGreaterThan(0);
      expect(wordsOf((await open(path)).querySelector('.count p'))).toBe(
        `${all - past} panden ${offered} en ${past} ${over}`,
      );
    }
  });

  test('hold every property once', async () => {
    const ids = await idsOf('/nl/te-koop/', '');
    expect([...ids].sort()).toEqual(idsWhere(0, () => true));
    expect(ids).toContain(HIDDEN_PROPERTY);
  });

  test.each([
    ['beyond the last', '?page=999', '?page=2'],
    ['that are no numbers', '?page=x&type=2&bedrooms=1', '?type=2&bedrooms=1'],
    [
      'with empty fields of a plain form',
      '?city=&type=2&bedrooms=1&maxPrice=&sort=&utm_source=mail',
      '?type=2&bedrooms=1&utm_source=mail',
    ],
    ['with nothing but empty fields', '?city=&type=&sort=', ''],
  ])('%s lead to a URL that says what is shown (%s)', async (_name, query, tidy) => {
    const { status, headers } = await fetchPath(`/nl/te-koop/${query}`);
    expect([status, headers.location]).toEqual([302, `/nl/te-koop/${tidy}`]);
  });
});

describe('search engines', () => {
  const head = async (path: string) => {
    const page = await open(encoded(path));
    return [
      page.querySelector('meta[name=robots]')?.getAttribute('content'),
      page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    ];
  };

  test('another order is no filter: heading and words stay, and search engines do not keep it', async () => {
    const sorted = await open('/nl/te-koop/?sort=price-asc');
    const heading = (page: typeof sorted) => wordsOf(page.querySelector('h1'));
    expect(heading(sorted)).toBe(heading(await open('/nl/te-koop/')));
    expect(mainOf(sorted)).not.toContain('met deze filters');
    expect(sorted.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  });

  test.each(['?bedrooms=2', '?city=Grimbergen|1850&bedrooms=1', '?sort=price-asc', '?bedrooms=1&page=2'])(
    'leave a filtered list out but follow it (%s)',
    async (query) => {
      expect(await head(`/nl/te-koop/${query}`)).toEqual(['noindex, follow', null]);
    },
  );

  test('treat a list without valid filters as the whole list', async () => {
    expect(await head('/nl/te-koop/?minPrice=abc')).toEqual([
      'max-image-preview:large',
      'https://www.proefhof.example/nl/te-koop/',
    ]);
  });

  test('list the second page under its own URL', async () => {
    expect(await head('/nl/te-koop/?page=2')).toEqual([
      'max-image-preview:large',
      'https://www.proefhof.example/nl/te-koop/?page=2',
    ]);
  });

  test('get one page for URLs that differ by campaign parameters only', async () => {
    const [marked, plain] = await Promise.all([
      fetchPath('/nl/te-koop/?utm_source=x&gclid=y'),
      fetchPath('/nl/te-koop/'),
    ]);
    expect(marked.text).toBe(plain.text);
  });

  test('omit a town whose properties are all gone, which visitors still find', async () => {
    const gonePlaces = properties()
      .filter(({ Goal }) => Goal === 1)
      .reduce(
        (towns, property) => towns.set(property.Zip, (towns.get(property.Zip) ?? true) && gone(property)),
        new Map<string, boolean>(),
      );
    expect(
      [...gonePlaces].filter(([, all]) => all).map(([zip]) => zip),
      'there is such a town',
    ).toContain('1000');
    expect((await head('/nl/te-huur/brussel/'))[0]).toBe('noindex, follow');
  });
});

test('an empty list says so and offers a way on', async () => {
  const page = await open('/nl/te-koop/?maxPrice=1');
  expect(wordsOf(page.querySelector('main'))).toContain('Geen resultaten gevonden voor uw zoekopdracht.');
  expect(linksOf(page.querySelector('main'))).toEqual(
    expect.arrayContaining(['/nl/hou-me-op-de-hoogte/?goal=sale&maxPrice=1', '/nl/te-koop/']),
  );
});

describe('projects by town', () => {
  test('the page of projects links each town to its list, where the project is shown', async () => {
    const towns = [...(await open('/nl/projecten/')).querySelectorAll('.towns a')];
    expect(towns.length).toBeGreaterThan(1);
    for (const link of towns) {
      const [path, anchor] = link.getAttribute('href')!.split('#');
      expect(anchor).toBe('projects');
      const section = (await open(path!)).querySelector('#projects')!;
      expect(wordsOf(section.querySelector('h2'))).toContain(wordsOf(link));
      expect(section.querySelectorAll('h3 a[href^="/nl/projecten/"]').length).toBeGreaterThan(0);
    }
  });

  test('a list for rent and a town without projects have none', async () => {
    for (const path of ['/nl/te-koop/', '/nl/te-huur/', '/nl/te-koop/huizen/'])
      expect((await open(path)).querySelector('#projects')).toBeNull();
  });
});

describe('a filter that cannot be read', () => {
  test('is named, keeps what was typed, and its field says that it is wrong', async () => {
    const page = await open('/nl/te-koop/?maxPrice=vierhonderdduizend&minSurface=groot');
    for (const [name, typed] of [
      ['maxPrice', 'vierhonderdduizend'],
      ['minSurface', 'groot'],
    ] as const) {
      const field = page.querySelector(`[name=${name}]`)!;
      expect([field.getAttribute('value'), field.getAttribute('aria-invalid')]).toEqual([typed, 'true']);
      const note = page.querySelector(`#${field.getAttribute('aria-describedby')}`)!;
      expect(wordsOf(note)).toContain(wordsOf(page.querySelector(`[for=${name}]`)));
      const folds = page.querySelectorAll('details').filter((fold) => fold.querySelector(`[name=${name}]`));
      expect(folds.every((fold) => fold.hasAttribute('open'))).toBe(true);
    }
    expect(page.querySelector('[name=maxCharges], [name=minGround]')!.hasAttribute('aria-invalid')).toBe(false);
  });

  test('the title of a filtered list says how many properties and which filters', async () => {
    const page = await open('/nl/te-koop/?maxPrice=400000&type=2');
    const title = page.querySelector('title')!.textContent.replaceAll('\u00a0', ' ');
    expect(title).toMatch(/^\d+ pand(en)?: .*te koop, .*400\.000/);
    const foreign = await open('/nl/te-koop/?city=Bel%20nu%200900%20123');
    expect(foreign.querySelector('title')!.textContent).not.toContain('Bel nu');
  });
});
