import { parse as parseCsv } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';
import { HIDDEN_PROPERTY, LANGUAGES } from '../support/odd-content.ts';
import { SITE_URL } from '../support/test-site.ts';
import { prerendered } from '../support/version.ts';

const rowsOf = async (language: string) => {
  const { status, headers, text } = await fetchPath(`/meta-listings-${language}.csv`);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return parseCsv<Record<string, string>>(text, { columns: true });
};

test.each(LANGUAGES)('Meta listings in %s are complete, and their pages and pictures exist', async (language) => {
  const rows = await rowsOf(language);
  expect(rows.length).toBeGreaterThan(5);
  for (const row of rows) {
    expect(Object.values(row).filter((value) => value === '')).toEqual([]);
    expect(row.price).toMatch(/^\d+(\.\d+)? EUR$/);
    expect(row.availability).toMatch(/^(for_sale|for_rent|sale_pending)$/);
    expect(row.url).toMatch(new RegExp(`^${SITE_URL}/${language}/.*/${row.home_listing_id}/$`));
  }
  const [first] = rows;
  expect((await fetchPath(first!.url!.slice(SITE_URL.length))).status).toBe(200);
  expect((await fetchPath(first!['image[0].url']!.slice(SITE_URL.length))).status).toBe(200);
});

test('Meta listings contain no property with a hidden price or address, and none that is sold', async () => {
  const ids = (await rowsOf('nl')).map((row) => row.home_listing_id);
  expect(ids).not.toContain(String(HIDDEN_PROPERTY));
  const gone = prerendered().filter(({ path, html }) => /\/nl\/te-koop\/.*\/\d+\/$/.test(path) && /SoldOut/.test(html));
  expect(gone.length).toBeGreaterThan(0);
  for (const { path } of gone) expect(ids).not.toContain(/(\d+)\/$/.exec(path)?.[1]);
});

test('Meta listings in a language that the site does not have are not found', async () => {
  for (const language of ['it', 'NL']) expect((await fetchPath(`/meta-listings-${language}.csv`)).status).toBe(404);
});

test('llms.txt names the lists and feeds of each language, and each link leads somewhere', async () => {
  const { status, text, headers } = await fetchPath('/llms.txt');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n(?:- \S.*\n)+\n## /);
  expect(text.match(/^## /gm)).toHaveLength(LANGUAGES.length);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, url = '']) => url);
  expect(links).toContain(`${SITE_URL}/nl/te-koop/feed.json`);
  expect(new Set(links).size).toBe(links.length);
  for (const url of links) expect([url, (await fetchPath(url.slice(SITE_URL.length))).status]).toEqual([url, 200]);
});
