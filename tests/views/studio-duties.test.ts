import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { wordsOf } from '../support/browse.ts';
import { OTHER, property, startContentSite } from '../support/content-site.ts';

let site: Awaited<ReturnType<typeof startContentSite>>;
beforeAll(async () => {
  site = await startContentSite(inject('site'));
}, 60_000);
afterAll(() => site.live.stop());

const write = (text: string) => writeFileSync(join(site.live.contentDir, property(OTHER)), text);
const duty = async (key: string) => {
  const page = parse(await site.get('/studio/duties/'));
  return page.querySelector(`#${key}`);
};

test('an advert that breaks a duty is listed under it with its law, and leads to the field', async () => {
  expect(wordsOf(await duty('flanders-zoning'))).not.toContain(OTHER);
  const before = site.textOf(property(OTHER));
  write(before.replace(/^ {2}"Zoning": .*\n/m, ''));
  const zoning = await duty('flanders-zoning');
  expect(wordsOf(zoning)).toMatch(/Vlaanderen.*VCRO art\. 5\.2\.6/);
  const hrefs = zoning!.querySelectorAll('a').map((link) => link.getAttribute('href'));
  expect(hrefs).toContain(`/studio/content/properties/${OTHER}/#f/Zoning`);
  write(before);
  expect(wordsOf(await duty('flanders-zoning'))).not.toContain(OTHER);
});
