import { beforeAll, expect, test } from 'vitest';
import { memberPath, nearPath, sellingPath } from '../../src/content/site/paths.ts';
import type { Site } from '../../src/content/site/site.ts';
import { agencySite } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

/** One page of each kind and many of some, with its path in each language. */
function pages(): Record<string, string>[] {
  const inEach = (path: (language: (typeof site.languages)[number]) => string | null) =>
    Object.fromEntries(site.languages.map((code) => [code, path(code) ?? '']));
  return [
    ...site.routes.map((row) => inEach((code) => site.paths.ofRow(row, code))),
    ...site.listings.map((listing) => inEach((code) => site.listingPath(listing, code))),
    ...site.projects.map((project) => inEach((code) => site.projectPath(project, code))),
    ...site.goals.flatMap((goal) =>
      site.towns.filter(({ known }) => known[goal]).map((town) => inEach((code) => site.listPath(goal, code, town))),
    ),
    ...site.towns
      .filter((town) => sellingPath(site, town, 'nl'))
      .map((town) => inEach((code) => sellingPath(site, town, code))),
    ...site.members.map((member) => inEach((code) => memberPath(site, member, code))),
    ...site.pages
      .filter(({ status, route }) => status === 'Published' && !route)
      .map((page) => inEach((code) => site.pagePath(page, code))),
  ];
}

test('the path of a page itself leads nowhere else', () => {
  for (const page of pages())
    for (const [code, path] of Object.entries(page)) expect(nearPath(path, site, code as 'nl'), path).toBeNull();
});

test('a path in capitals leads to its page', () => {
  for (const page of pages())
    for (const [code, path] of Object.entries(page)) {
      const near = nearPath(path.toUpperCase(), site, code as 'nl');
      expect(near, path).toBe(path);
    }
});

test('a path in which only the language was changed leads to the page in that language', () => {
  for (const page of pages())
    for (const [from, path] of Object.entries(page))
      for (const [code, own] of Object.entries(page)) {
        const changed = path.replace(`/${from}/`, `/${code}/`);
        const near = nearPath(changed, site, 'nl') ?? changed;
        // The words of two languages can name two pages; then the page of this language is the one that is meant.
        expect([own, nearPath(own, site, 'nl') ?? own], changed).toContain(near);
      }
});

test('the name of a town or a type in another language leads to its list in the language of the path', () => {
  const slugs = [...site.towns, ...site.propertyTypes].map(({ slug }) => slug);
  const translated = slugs.filter(({ nl, fr }) => nl && fr && nl !== fr);
  expect(translated.length).toBeGreaterThan(5);
  for (const { nl, fr } of translated) {
    const near = nearPath(`/fr/a-vendre/${nl}/`, site, 'nl');
    expect([`/fr/a-vendre/${fr}/`, null], nl).toContain(near);
    expect(near === null, nl).toBe(nearPath(`/nl/te-koop/${fr}/`, site, 'nl') === null);
  }
  expect(nearPath('/fr/a-vendre/huizen/', site, 'nl')).toBe('/fr/a-vendre/maisons/');
});

test.each(['/nl/niets/', '/niets/', '/NL/te-koop/niets/', '/fr/te-koop/grimbergen/huis/999/', '/api/', '/.env'])(
  'no page is meant by %s',
  (path) => {
    expect(nearPath(path, site, 'nl')).toBeNull();
  },
);

test('a path without a language is looked for in all of them', () => {
  expect(nearPath('/te-koop/', site, 'fr')).toBe(site.listPath('sale', 'fr'));
  expect(nearPath('/A-Vendre/', site, 'nl')).toBe(site.listPath('sale', 'nl'));
});
