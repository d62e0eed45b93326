import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildVersion } from '../../src/server/operations/versions/build-version.ts';
import { openVersions } from '../../src/server/operations/versions/versions.ts';
import type { Past } from '../../src/server/services/property-history/build-history.ts';
import { testFolder } from '../support/folder.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir, SITE_URL } from '../support/test-site.ts';

const CHANGED = 35187;

async function build(contentDir: string, dataDir: string, past?: Past): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir, ...(past && { past }) });
  if (!result.ok) throw new Error(result.output);
  openVersions(dataDir).setCurrent(result.versionId);
  return join(openVersions(dataDir).folderOf(result.versionId), 'client');
}

const pagesIn = (client: string) =>
  new Map(
    readdirSync(client, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.html'))
      .sort()
      .map((file) => [file, readFileSync(join(client, file), 'utf8')]),
  );
const isTakenOver = (client: string, file: string) => statSync(join(client, file)).nlink > 1;

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
  const client = await build(contentDir, join(folder, 'data'), past);
  const [ours, anew] = [pagesIn(client), pagesIn(await build(contentDir, join(folder, 'data-anew'), past))];

  expect([...ours.keys()]).toEqual([...anew.keys()]);
  for (const [file, html] of ours) expect(html === anew.get(file), file).toBe(true);
  const takenOver = [...ours.keys()].filter((file) => isTakenOver(client, file));
  expect(takenOver.length).toBeGreaterThan(20);
  expect(takenOver.filter((file) => file.includes(`/${CHANGED}/`) || file.includes('/35101/'))).toEqual([]);
  // Recent events of a property are on its page.
  expect([...ours].filter(([file]) => file.includes('/35101/')).every(([, html]) => html.includes('999.000'))).toBe(
    true,
  );
});
