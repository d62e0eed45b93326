import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { writeNewAgency } from '../support/new-agency-site.ts';
import { change } from '../support/small-content.ts';
import { projectDir, SITE_URL, serveVersion } from '../support/test-site.ts';

const root = mkdtempSync(join(tmpdir(), 'dorpel-test-'));
let server: Awaited<ReturnType<typeof serveVersion>>;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers, redirect: 'manual' });
const open = async (path: string, headers?: Record<string, string>) => parse(await (await get(path, headers)).text());

beforeAll(async () => {
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  await writeNewAgency(contentDir);
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, languageSwitcher: 'flags' }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  if (!result.ok) throw new Error(result.output || JSON.stringify(result.problems));
  server = await serveVersion({
    versionDir: openVersions(dataDir).folderOf(result.versionId),
    contentDir,
    dataDir,
    logFile: join(root, 'log'),
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(root, { recursive: true, force: true });
});

test('a site with default language French serves unknown visitors in French', async () => {
  expect((await open('/', { 'Accept-Language': 'de,en' })).querySelector('html')?.getAttribute('lang')).toBe('fr');
  expect((await get('/for-sale/?type=1')).headers.get('location')).toBe('/fr/a-vendre/maisons/');
});

test('its translations name French as the default', async () => {
  const page = await open('/nl/contact/');
  const names = page
    .querySelectorAll('link[hreflang]')
    .map((link) => [link.getAttribute('hreflang'), link.getAttribute('href')]);
  expect(names).toEqual([
    ['nl', `${SITE_URL}/nl/contact/`],
    ['fr', `${SITE_URL}/fr/contact/`],
    ['x-default', `${SITE_URL}/fr/contact/`],
  ]);
});

test('a language that is not enabled does not exist', async () => {
  expect((await get('/de/')).status).toBe(404);
  expect((await get('/de/zu-verkaufen/')).status).toBe(404);
});

test('the switcher shows flags, each with the name of its language', async () => {
  const links = (await open('/fr/')).querySelectorAll('header .lang a');
  expect(
    links.map(
      (link) => link.querySelector('svg') !== null && /Nederlands|Français/.test(link.getAttribute('aria-label') ?? ''),
    ),
  ).toEqual([true, true]);
});
