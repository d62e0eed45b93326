import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Property } from '../../src/features/property/property.ts';
import { fits } from '../../src/features/seo/search-result.view.ts';
import { buildVersion, compressVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { walkLists } from '../support/list-walk.ts';
import { startLiveSite } from '../support/live-site.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { change } from '../support/small-content.ts';
import { carelessFrench, foreignWords } from '../support/stop-words.ts';
import { projectDir } from '../support/test-site.ts';
import { sentBytes } from '../support/weight.ts';
import { writtenOut } from '../support/written-out.ts';

/** One round trip on a new connection. */
const HTML_BYTES = 13_824;
/** Tokens differ per request, so the size of a page with a form varies by some bytes. */
const TOKEN_BYTES = 40;
const HREF = /<a\b[^>]*\shref="(\/[^"#?]*)/g;

const root = mkdtempSync(join(tmpdir(), 'dorpel-demo-'));
const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
let client = '';
let versionDir = '';
let pages: { path: string; html: string }[] = [];

beforeAll(async () => {
  mkdirSync(contentDir);
  cpSync(join(projectDir, 'content'), contentDir, { recursive: true, preserveTimestamps: true });
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: LANGUAGES }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: 'https://www.agency.example', projectDir });
  if (!result.ok) throw new Error(result.output);
  await compressVersion(dataDir, result.versionId);
  versionDir = openVersions(dataDir).folderOf(result.versionId);
  client = writtenOut(versionDir);
  pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html$/.test(file))
    .map((file) => ({
      path: `/${file.replace(/index\.html$/, '')}`,
      html: readFileSync(join(client, file), 'utf8'),
    }));
}, 600_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('every property has its page in every language', () => {
  const ids = readdirSync(join(contentDir, 'properties')).map((file) => file.replace('.json', ''));
  for (const language of LANGUAGES)
    expect(
      ids.filter((id) => !pages.some(({ path }) => path.startsWith(`/${language}/`) && path.endsWith(`/${id}/`))),
    ).toEqual([]);
});

test('every page arrives in one round trip', () => {
  const heavy = pages
    .map(({ path }) => ({ path, bytes: sentBytes(join(client, path, 'index.html'), HTML_BYTES) }))
    .filter(({ bytes }) => bytes > HTML_BYTES);
  expect(heavy).toEqual([]);
}, 120_000);

test('React is in one file, and every island that runs with it imports that file', () => {
  const code = readdirSync(join(client, '_astro'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({ name, text: readFileSync(join(client, '_astro', name), 'utf8') }));
  const shared = code.filter(({ text }) => text.includes('__CLIENT_INTERNALS')).map(({ name }) => name);
  expect(shared).toEqual([expect.stringMatching(/^react-[\w-]{8}\.js$/)]);
  const importing = code.filter(({ text }) => text.includes(`/_astro/${shared[0]}`)).map(({ name }) => name);
  for (const island of ['forms-live', 'ConsentIsland', 'SearchBox', 'BannerSlider', 'client'])
    expect(importing).toContainEqual(expect.stringMatching(new RegExp(`^${island}[.-]`)));
});

test('every linked page that is made on demand arrives in one round trip', async () => {
  const prerendered = new Set(pages.map(({ path }) => path));
  const linked = new Map(
    pages
      .flatMap(({ html }) => [...html.matchAll(/\shref="(\/[a-z]{2}\/[^"#]*)"/g)].map(([, href = '']) => href))
      .map((href) => href.replaceAll('&amp;', '&'))
      .filter((href) => !prerendered.has(decodeURI(href.replace(/\?.*/, ''))))
      .map((href) => [href.replace(/\?.*/, ''), href]),
  );
  const site = await startLiveSite({ versionDir, contentDir }, { captcha: 'on' });
  const weighed = await Promise.all(
    [...linked.values()].map(async (path) => ({ path, ...(await weigh(site.url + path)) })),
  );
  await site.stop();
  expect(weighed.length).toBeGreaterThan(40);
  expect(weighed.filter(({ status, bytes }) => status !== 200 || bytes > HTML_BYTES - TOKEN_BYTES)).toEqual([]);
});

test('every list shows what it says, page by page, in each order and behind each number', async () => {
  const site = await startLiveSite({ versionDir, contentDir });
  const { faults, lists } = await walkLists(site.url, ['/fr/'], 'fr');
  await site.stop();
  expect(faults).toEqual([]);
  expect(lists.length).toBeGreaterThan(40);
}, 120_000);

/** The status of a page, and its bytes as they are sent: fetch would unpack them. */
const weigh = (url: string) =>
  new Promise<{ status: number | undefined; bytes: number }>((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' }, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ status: response.statusCode, bytes }));
    }).on('error', reject);
  });

test('links to properties and articles lead to pages that exist', () => {
  const known = new Set(pages.map(({ path }) => path));
  const numbered = pages.flatMap(({ path, html }) =>
    [...html.matchAll(HREF)].map(([, href = '']) => ({ path, href })).filter(({ href }) => /\/\d+\/$/.test(href)),
  );
  expect(numbered.length).toBeGreaterThan(pages.length);
  expect(numbered.filter(({ href }) => !known.has(decodeURI(href)) && !known.has(href))).toEqual([]);
});

test('no page shows a street or a price that the agency hides', () => {
  const all = readdirSync(join(contentDir, 'properties')).map(
    (file) => JSON.parse(readFileSync(join(contentDir, 'properties', file), 'utf8')) as Property,
  );
  const told = all.flatMap((property) => {
    const own = pages.filter(({ path }) => path.endsWith(`/${property.ID}/`));
    const hidden = [
      ...(property.PublishAddress ? [] : [`${property.Street} ${property.HouseNumber}`]),
      ...(property.PublishPrice ? [] : [property.Price.toLocaleString('nl-BE'), `"price":${property.Price}`]),
    ];
    return hidden
      .filter((text) => own.some(({ html }) => html.includes(text)))
      .map((text) => `${property.ID}: ${text}`);
  });
  expect(told).toEqual([]);
  expect(existsSync(client)).toBe(true);
});

/** Texts of a page that a visitor meets: words, names, titles and descriptions. */
function textsOf(html: string): string {
  const page = parse(html);
  // Names of languages and links to a page in another language are in that language.
  for (const node of page.querySelectorAll('script, style, [hreflang], body [lang]')) node.remove();
  const named = page
    .querySelectorAll('[alt], [aria-label], [placeholder], [title]')
    .flatMap((node) => ['alt', 'aria-label', 'placeholder', 'title'].flatMap((name) => node.getAttribute(name) ?? []));
  const metas = page
    .querySelectorAll('meta[name=description], meta[property="og:title"], meta[property="og:description"]')
    .map((meta) => meta.getAttribute('content') ?? '');
  // Blocks end a sentence although no punctuation does.
  const words = page.innerHTML.replace(/<[^>]+>/g, '\n');
  return [parse(words).textContent, ...named, ...metas].join('\n');
}
const languageOf = (path: string) => path.split('/')[1] ?? '';

test('no page says anything in another language', () => {
  const foreign = pages.flatMap(({ path, html }) =>
    foreignWords(textsOf(html), languageOf(path)).map((word) => `${path}: ${word}`),
  );
  expect(foreign).toEqual([]);
});

test('French pages have non-breaking spaces at their punctuation, and prices in the Belgian layout', () => {
  const french = pages.filter(({ path }) => languageOf(path) === 'fr');
  expect(french.length).toBeGreaterThan(50);
  const careless = french.flatMap(({ path, html }) =>
    [...carelessFrench(textsOf(html)), ...(textsOf(html).match(/.{8}\d\s?€/g) ?? [])].map(
      (found) => `${path}: ${found}`,
    ),
  );
  expect(careless).toEqual([]);
});

test('titles are unique, and none is longer than search engines show when it could be shorter', () => {
  const titles = pages.map(({ path, html }) => ({
    path,
    title: parse(html).querySelector('title')?.textContent ?? '',
  }));
  const seen = Map.groupBy(titles, ({ path, title }) => `${languageOf(path)} ${title}`);
  expect(
    [...seen].filter(([, same]) => same.length > 1).map(([title, same]) => [title, ...same.map(({ path }) => path)]),
  ).toEqual([]);
  expect(titles.filter(({ title }) => !fits(title))).toEqual([]);
});

test('no link is empty, and each leads to a page or to a row of the routes', () => {
  const known = new Set(pages.map(({ path }) => path));
  const rows = JSON.parse(readFileSync(join(contentDir, 'routes.json'), 'utf8')) as { paths: Record<string, string> }[];
  const routes = new Set(rows.flatMap(({ paths }) => Object.entries(paths).map(([code, path]) => `/${code}/${path}/`)));
  const wrong = pages.flatMap(({ path, html }) =>
    [...html.matchAll(/\shref="([^"]*)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => href === '' || href === '#' || /^\/[a-z]{2}\/[^?#]*\/(?:[?#]|$)/.test(href))
      .filter((href) => {
        const target = decodeURI(href.replace(/[?#].*$/, ''));
        return !known.has(target) && !routes.has(target);
      })
      .map((href) => `${path}: "${href}"`),
  );
  expect(wrong).toEqual([]);
});

test('no page shows the same photograph on two cards', () => {
  const twice = pages.flatMap(({ path, html }) => {
    const cards = parse(html).querySelectorAll('main .card');
    const photos = cards.flatMap((card) => card.querySelector('img')?.getAttribute('src')?.split('?')[0] ?? []);
    return photos.filter((photo, at) => photos.indexOf(photo) !== at).map((photo) => `${path} ${photo}`);
  });
  expect(pages.filter(({ html }) => html.includes('class="card')).length).toBeGreaterThan(20);
  expect(twice).toEqual([]);
});

test('at least eight properties have floor plans, with the names of their rooms in every language', () => {
  const planned = readdirSync(join(contentDir, 'properties'))
    .map((file): Property => JSON.parse(readFileSync(join(contentDir, 'properties', file), 'utf8')))
    .filter(({ FloorPlans }) => FloorPlans?.length > 0);
  expect(planned.length).toBeGreaterThanOrEqual(8);
  for (const { ID, FloorPlans } of planned)
    for (const language of LANGUAGES) {
      const page = pages.find(({ path }) => path.startsWith(`/${language}/`) && path.endsWith(`/${ID}/`));
      const plans = parse(page?.html ?? '').querySelectorAll('.plans > li');
      // The picture has the title as its alternative text; the rooms are read below it.
      const named = plans.map((plan) => {
        const title = plan.querySelector('small b')?.textContent;
        const rooms = plan.querySelector('small span')?.textContent.replaceAll('\n', ', ');
        return [plan.querySelector('img')?.getAttribute('alt'), `${title}: ${rooms}`];
      });
      const names = FloorPlans.map(({ Name }) => Name?.[language]);
      expect(named).toEqual(names.map((name) => [name?.split(/\s*:/)[0], name?.replace(/\s+:/, ':')]));
      expect(names.join(' ')).toMatch(/: 1 \p{L}+.*, 2 \p{L}+.*, 3 \p{L}+/u);
    }
});

test('similar properties are in the same country', () => {
  const mondorf = pages.find(({ path }) => path.startsWith('/nl/') && path.endsWith('/24139/'));
  const similar = parse(mondorf?.html ?? '').querySelectorAll('.similar .card');
  const towns = similar.map((card) => card.textContent);
  expect(towns.filter((text) => !/Junglinster|Mondorf/.test(text))).toEqual([]);
});
