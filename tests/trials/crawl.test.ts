import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { crawl, crawlFaults, crawlFigures } from '../support/crawl.ts';
import { testFolder } from '../support/folder.ts';
import { generateProperties } from '../support/generate-properties.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir, SITE_URL, serveVersion } from '../support/test-site.ts';

/** TRIAL_PROPERTIES sets another number, for a short look. */
const PROPERTIES = Number(process.env.TRIAL_PROPERTIES ?? 10_000);

/** Builds and serves content, follows every link of it as a bot, and says what is wrong. */
async function crawlContent(fill: (contentDir: string) => void): Promise<string[]> {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(dataDir);
  fill(contentDir);
  const built = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  if (!built.ok) return [built.output, ...built.problems.map(({ allowed }) => allowed)];
  const versionDir = openVersions(dataDir).folderOf(built.versionId);
  const { port, stop } = await serveVersion({ versionDir, contentDir, dataDir, logFile: join(folder, 'log') });
  try {
    const url = `http://127.0.0.1:${port}`;
    const locations = async (path: string) =>
      [...(await (await fetch(url + path)).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
        ([, location = '']) => new URL(location).pathname,
      );
    const files = await locations('/sitemap-index.xml');
    const listed = (await Promise.all(files.map(locations))).flat();
    const found = await crawl(url, { start: '/nl/', origin: SITE_URL });
    console.log(JSON.stringify({ listed: listed.length, ...crawlFigures(found) }));
    return crawlFaults(found, listed);
  } finally {
    await stop();
  }
}

test('the demo agency in four languages is found whole', async () => {
  const faults = await crawlContent((contentDir) => {
    cpSync(join(projectDir, 'content'), contentDir, { recursive: true, filter: (path) => !path.endsWith('/schemas') });
    const file = join(contentDir, 'settings/site.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...settings, enabledLanguages: ['nl', 'fr', 'en', 'de'] }));
  });
  expect(faults).toEqual([]);
});

test(`each of ${PROPERTIES} properties is found in few clicks`, async () => {
  const faults = await crawlContent((contentDir) => {
    copyContent(contentDir);
    generateProperties({ seed: 7, count: PROPERTIES, contentDir });
    change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: ['nl', 'fr'] }));
    // As in the demo, the foot of each page leads to the archive.
    const links = [{ label: { nl: 'Verkocht', fr: 'Vendus' }, route: 'archive' }];
    change(join(contentDir, 'settings/footer.json'), (footer) => ({
      ...footer,
      columns: [...[footer.columns].flat(), { title: { nl: 'Archief', fr: 'Archives' }, links }],
    }));
  });
  expect(faults).toEqual([]);
});
