import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { checkContent } from '../../src/content/check/check-content.server.ts';
import { buildVersion, compressVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { type Break, breakContent, breaksOf } from '../support/break-content.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';
import { projectDir, SITE_URL } from '../support/test-site.ts';
import { writtenOut } from '../support/written-out.ts';

/** TRIAL_BREAKS sets another number, for a short look. */
const BREAKS = Number(process.env.TRIAL_BREAKS ?? 2000);
/** So many breaks that the check lets pass are built together. */
const TOGETHER = 20;

test(`what the check lets pass of ${BREAKS} breaks is built, and its pages are whole`, async () => {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  const renew = () => {
    rmSync(contentDir, { recursive: true, force: true });
    mkdirSync(contentDir);
    copySmallContent(contentDir, {});
  };
  renew();
  const faults: string[] = [];
  const passed: Break[] = [];
  let [blocked, built, kept] = [0, 0, [] as Break[]];
  const build = async () => {
    built += 1;
    faults.push(...(await faultsOfBuild(contentDir, dataDir)).map((fault) => `${fault} after ${JSON.stringify(kept)}`));
    kept = [];
    renew();
  };
  for (const broken of fc.sample(breaksOf(contentDir), BREAKS)) {
    // An earlier break of this round may have removed the file.
    const restore = kept.some(({ file }) => file === broken.file) ? null : breakContent(contentDir, broken);
    if (!restore) continue;
    const { content } = await checkContent({ contentDir, dataDir });
    if (content) {
      passed.push(broken);
      kept.push(broken);
    } else {
      blocked += 1;
      restore();
    }
    if (kept.length === TOGETHER) await build();
  }
  if (kept.length > 0) await build();
  console.log(`${blocked} breaks blocked, ${passed.length} passed and built in ${built} versions`);
  expect(faults).toEqual([]);
  expect(passed.length).toBeGreaterThan(BREAKS / 20);
});

/** What is wrong with the version that is built of a content folder. */
async function faultsOfBuild(contentDir: string, dataDir: string): Promise<string[]> {
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  if (!result.ok) return [`the build failed: ${result.output.slice(0, 2000)}`];
  await compressVersion(dataDir, result.versionId);
  const client = writtenOut(openVersions(dataDir).folderOf(result.versionId));
  return readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html$/.test(file))
    .flatMap((file) => {
      const page = parse(readFileSync(join(client, file), 'utf8'));
      const words = page.querySelector('main')?.text ?? '';
      const wrong = /undefined|\[object|\bNaN\b|Invalid Date/.exec(words);
      return page.querySelector('title')?.text && words.trim() && !wrong
        ? []
        : [`${file}: ${wrong?.[0] ?? 'is empty'}`];
    });
}
