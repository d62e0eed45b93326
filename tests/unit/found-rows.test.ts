import { expect, test } from 'vitest';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { detailOfThing, titleOfThing } from '../../src/features/editing/content-item.ts';
import { foundFaults, foundRows } from '../../src/features/seo/found-rows.server.ts';
import { SITEMAP_KINDS } from '../../src/features/seo/sitemaps.server.ts';
import { localized } from '../../src/i18n/languages.ts';
import { agencySite } from '../support/submit.ts';
import { agencyDir } from '../support/test-site.ts';

const hidden = new Set<number>();
const description = 'Huis met tuin en garage in de rand van de stad. '.repeat(2).trim();
const pageOf = (title: string, links: readonly string[]) =>
  `<title>${title}</title><meta name="description" content="${description}"><main>${links
    .map((path) => `<a class="x" href="${path}?page=2#a">x</a>`)
    .join('')}</main>`;
const pathsOf = (site: ReturnType<typeof agencySite>) =>
  SITEMAP_KINDS.flatMap((kind) => foundRows({ site, hidden }, kind, 'nl').map(({ path }) => ({ kind, path })));

test('a page to which none leads and two pages with one title are found, and no others', async () => {
  const site = agencySite();
  const paths = pathsOf(site);
  const [first, second, third] = paths.filter(({ kind }) => kind === 'pages').map(({ path }) => path);
  // The homepage links to all but the first one, which links to itself alone.
  const others = paths.map(({ path }) => path).filter((path) => path !== first);
  const html = new Map(paths.map(({ path }, at) => [path, pageOf(`Pagina ${at}`, path === first ? [path] : [])]));
  html.set(second!, pageOf('Dezelfde titel', []));
  html.set(third!, pageOf('Dezelfde titel', []));
  const home = site.paths.to('home', 'nl');
  html.set(home, pageOf('Welkom', others));
  const faults = await foundFaults({ site, hidden, pageForAll: async (path) => html.get(path) ?? null }, 'nl');
  const wanted = new Map([
    [first, ['orphan']],
    [second, ['title-twice']],
    [third, ['title-twice']],
  ]);
  expect(new Map([...faults].filter(([path]) => path !== home))).toEqual(wanted);
});

test('a page that does not exist is not judged', async () => {
  expect(await foundFaults({ site: agencySite(), hidden, pageForAll: async () => null }, 'nl')).toEqual(new Map());
});

test('the studio finds the content of every row by its text, in each language', () => {
  const { content } = readContent(agencyDir);
  const { cities, members, properties, projects, pages, articles, testimonials } = content!;
  const things: Readonly<Record<string, readonly unknown[]>> = {
    ...{ properties, projects, pages, articles, testimonials },
    ...{ towns: cities, team: members },
  };
  for (const language of ['nl', 'fr'])
    for (const { of } of SITEMAP_KINDS.flatMap((kind) => foundRows({ site: agencySite(), hidden }, kind, language))) {
      const text = typeof of.text === 'string' ? of.text : localized(of.text, language);
      const titles = (things[of.kind] ?? []).map((thing) =>
        [titleOfThing(of.kind, thing, '', language), detailOfThing(of.kind, thing, language)].join(' '),
      );
      expect(text === '' || titles.some((title) => title.includes(text)), `${of.kind} ${text}`).toBe(true);
    }
});
