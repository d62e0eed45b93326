import { expect, test } from 'vitest';
import { fetchPath } from '../support/browse.ts';
import { OLD_ADDRESSES } from '../support/odd-content.ts';
import { prerendered } from '../support/version.ts';

const at = async (path: string, method = 'GET') => {
  const { status, headers } = await fetchPath(path, {}, method);
  return [status, headers.location];
};
const TARGET = [301, '/nl/contact/'];

test('an address without a page leads where the table says, or is gone for good', async () => {
  for (const path of ['/nl/oud/', '/NL/Oud/?x=1', '/oud.html', '/oude-map/2019/een-huis', '/nl/over-ons/iemand/'])
    expect(await at(path), path).toEqual(TARGET);
  expect(await at('/nl/oud/', 'HEAD')).toEqual(TARGET);
  expect((await at('/nl/voorgoed-weg/'))[0]).toBe(410);
  expect((await at('/nl/nergens/'))[0]).toBe(404);
});

test('no row leads away from what is there: pages, feeds and links of mails come first', async () => {
  const below = OLD_ADDRESSES.map(({ from }) => from);
  const pages = prerendered().filter(({ path }) => below.some((from) => path.startsWith(from)));
  expect(pages.length).toBeGreaterThan(5);
  for (const { path } of pages) expect((await at(path))[0], path).toBe(200);
  expect((await at('/nl/te-koop/feed.xml'))[0]).toBe(200);
  expect((await at('/nl/m/token/'))[1]).toBeUndefined();
});
