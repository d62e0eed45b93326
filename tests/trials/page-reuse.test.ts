import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Past } from '../../src/features/property/history.server.ts';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersionFiles } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir, SITE_URL } from '../support/test-site.ts';

const CHANGED = 35187;

async function build(contentDir: string, dataDir: string, past?: Past) {
  mkdirSync(dataDir, { recursive: true });
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir, ...(past && { past }) });
  if (!result.ok) throw new Error(result.output);
  openVersions(dataDir).setCurrent(result.versionId);
  const files = openVersionFiles(openVersions(dataDir).folderOf(result.versionId));
  return { ...result, pages: new Map(files.paths().map((path) => [path, readFileSync(files.fileAt(path)!, 'utf8')])) };
}

test('reused pages are the same as newly made ones', async () => {
  const folder = testFolder();
  const contentDir = join(folder, 'content');
  copyContent(contentDir);
  await build(contentDir, join(folder, 'data'));
  change(join(contentDir, `properties/${CHANGED}.json`), (property) => ({
    ...property,
    Price: Number(property.Price) - 20_000,
  }));
  const past: Past = { expired: [], news: { 35101: { kind: 'price-cut', previousPrice: 999_000 } }, seen: {} };
  const ours = await build(contentDir, join(folder, 'data'), past);
  const anew = await build(contentDir, join(folder, 'data-anew'), past);
  expect(ours.rendered).toBeLessThan(anew.rendered - 20);
  expect([...ours.pages.keys()]).toEqual([...anew.pages.keys()]);
  for (const [path, html] of ours.pages) expect(html === anew.pages.get(path), path).toBe(true);
  // Recent events of a property are on its page.
  const withNews = [...ours.pages].filter(([path]) => path.includes('/35101/'));
  expect(withNews.every(([, html]) => html.includes('999.000'))).toBe(true);
});
