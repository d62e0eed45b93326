import { expect, inject, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';
import { crawl, crawlFaults } from '../support/crawl.ts';
import { SITE_URL } from '../support/test-site.ts';

const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url));

/**
 * What the odd content of the tests is there for: pages to which nothing leads, properties with names that no title can
 * hold.
 */
const ODD = /^no link leads to .*-(?:nl|fr|en|de)\/$|\/99\d{3}\/ has a long title$/;

test('a bot that follows links finds each page that may be shown, in few clicks, once, and little else', async () => {
  const index = locations((await fetchPath('/sitemap-index.xml')).text);
  const files = await Promise.all(index.map(({ pathname }) => fetchPath(pathname)));
  const listed = files.flatMap(({ text }) => locations(text)).map(({ pathname, search }) => pathname + search);
  const found = await crawl(inject('site').url, { start: '/nl/', origin: SITE_URL });
  expect(found.pages.length).toBeGreaterThan(listed.length);
  expect(crawlFaults(found, listed).filter((fault) => !ODD.test(fault))).toEqual([]);
});
