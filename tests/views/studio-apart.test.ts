import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { STUDIO_HOST } from '../support/studio-site.ts';

const PATHS = ['/nl/', '/fr/', '/nl/te-koop/', '/nl/te-huur/', '/robots.txt', '/sitemap-index.xml', '/nl/nergens/'];
let withStudio: LiveSite;
let without: LiveSite;
beforeAll(async () => {
  const siteUrl = 'https://www.agency.example';
  [withStudio, without] = await Promise.all([
    startLiveSite(inject('site'), { studioHost: STUDIO_HOST, siteUrl }),
    startLiveSite(inject('site'), { siteUrl, variables: { DEMO: 'off' } }),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([withStudio.stop(), without.stop()]);
});

/** Status and text of a page. */
async function bytesOf({ url }: LiveSite, path: string): Promise<string> {
  const response = await fetch(url + path, { headers: { accept: 'text/html' } });
  return `${response.status} ${await response.text()}`;
}

test.each(PATHS)('%s is the same with the studio and without', async (path) => {
  expect(await bytesOf(withStudio, path)).toBe(await bytesOf(without, path));
});

test('no public page names the studio', async () => {
  for (const path of PATHS) expect(await bytesOf(withStudio, path), path).not.toMatch(/\/studio\/|studio\.localhost/);
});
