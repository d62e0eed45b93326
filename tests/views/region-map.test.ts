import { brotliCompressSync } from 'node:zlib';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { fetchPath, open, wordsOf } from '../support/browse.ts';
import { prerendered } from '../support/version.ts';

/** The most that the drawing may be when it is sent. */
const MOST_BYTES = 4608;

/** The drawn region beside a list or in the banner of the homepage: its address and its towns with their numbers. */
async function regionBeside(path: string) {
  const page = await open(path);
  const src = page.querySelector(':is(.listmap, .bytown) iframe')?.getAttribute('src')?.replaceAll('&amp;', '&') ?? '';
  const { headers, text } = await fetchPath(src);
  const svg = parse(text);
  const towns = svg.querySelectorAll('a:has(circle)').map((link) => ({
    href: link.getAttribute('href')?.replaceAll('&#38;', '&') ?? '',
    count: Number(wordsOf(link.querySelector('.count'))),
    target: link.getAttribute('target'),
  }));
  return { headers, text, svg, towns };
}

const LISTS = [
  '/nl/',
  '/fr/',
  '/nl/te-koop/',
  '/fr/a-louer/',
  '/nl/te-koop/huizen/',
  '/nl/te-koop/grimbergen/',
  '/nl/te-koop/?type=1&maxPrice=600000',
  '/nl/te-koop/?city=Meise%7C1860&bedrooms=3',
];

test.each(LISTS)('each number on the drawn region of %s is that of the list it leads to', async (path) => {
  const { towns } = await regionBeside(path);
  expect(towns.length).toBeGreaterThan(0);
  const said = await Promise.all(
    towns.map(async ({ href }) => Number(/\d+/.exec(wordsOf((await open(href)).querySelector('.count b')))?.[0])),
  );
  expect(said).toEqual(towns.map(({ count }) => count));
  expect(new Set(towns.map(({ target }) => target))).toEqual(new Set(['_top']));
});

test('a list that asks for places has numbers on its map only where it has hits', async () => {
  const path = '/nl/te-koop/?city=Meise%7C1860&within=5';
  const page = await open(path);
  const { towns } = await regionBeside(path);
  const all = await regionBeside('/nl/te-koop/');
  expect(towns.length).toBeGreaterThan(0);
  expect(towns.length).toBeLessThan(all.towns.length);
  const [said] = /\d+/.exec(wordsOf(page.querySelector('.count b'))) ?? [];
  expect(towns.reduce((sum, { count }) => sum + count, 0)).toBe(Number(said));
});

test('the drawing is small, runs nothing and may be in a frame of this site alone', async () => {
  const { headers, text, svg } = await regionBeside('/nl/te-koop/');
  expect(brotliCompressSync(text).length).toBeLessThan(MOST_BYTES);
  expect(String(headers['content-security-policy'])).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
  expect(String(headers['content-security-policy'])).not.toContain('script-src');
  expect(svg.querySelectorAll('path').every((path) => (path.getAttribute('d') ?? '').length > 100)).toBe(true);
});

test('the town of each page is marked on it, also a town that is far from the others', async () => {
  const paths = prerendered()
    .filter(
      ({ path, html }) => path.startsWith('/nl/') && /class="region"[^>]*town=|town=[^>]*class="region"/.test(html),
    )
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const { svg } = await regionBeside(path);
    expect(svg.querySelectorAll('[aria-current], .here'), path).toHaveLength(1);
  }
});
