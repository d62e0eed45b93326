import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { walkLists } from '../support/list-walk.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { addOddContent } from '../support/odd-content.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir } from '../support/test-site.ts';

const root = mkdtempSync(join(tmpdir(), 'dorpel-lists-'));
const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
let live: LiveSite;

beforeAll(async () => {
  copyContent(contentDir);
  addOddContent(contentDir);
  // Short pages, so that lists of a town and of a type have several.
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, itemsPerPage: 2 }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: 'http://lists.example', projectDir });
  if (!result.ok) throw new Error(result.output);
  live = await startLiveSite({ versionDir: openVersions(dataDir).folderOf(result.versionId), contentDir });
}, 300_000);
afterAll(async () => {
  await live?.stop();
  rmSync(root, { recursive: true, force: true });
});

const FILTERED = [
  '/nl/te-koop/?city=Grimbergen|1850&maxPrice=500000',
  '/nl/te-koop/?type=1&maxPrice=400000&bedrooms=3',
  '/nl/te-huur/?city=Brussel|1000&maxPrice=900',
];

test('every list shows what it says, page by page, in each order and behind each number', async () => {
  const { faults, lists } = await walkLists(live.url, ['/nl/', '/nl/zoeken/', ...FILTERED], 'nl');
  expect(faults).toEqual([]);
  expect(lists.length).toBeGreaterThan(30);
}, 90_000);
