import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import { buildVersion, openBuildMemory } from '../../src/publish/build-version.ts';
import { openVersionFiles } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';
import { projectDir, SITE_URL } from '../support/test-site.ts';
import { writtenOut } from '../support/written-out.ts';

/** All files below a folder that end in one of these. */
const namesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|json|txt|js|svg|woff2)$/.test(name))
    .sort();

test('a version has the same files as a plain build by Astro from the content collections', async () => {
  const folder = testFolder();
  const [contentDir, outDir] = [join(folder, 'content'), join(folder, 'out')];
  copySmallContent(contentDir, { enabledLanguages: ['nl', 'fr'] });
  // The IDs of islands depend on the folder of the code: Astro builds where the bundle was made (build-test-site.ts).
  const dataDir = process.env.DORPEL_TEST_ROOT
    ? join(process.env.DORPEL_TEST_ROOT, 'small-2/data')
    : join(folder, 'data');
  rmSync(join(dataDir, 'versions'), { recursive: true, force: true });
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  const ours = result.ok ? writtenOut(openVersions(dataDir).folderOf(result.versionId)) : '';
  const astro = join(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');
  const variables = { CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL, DORPEL_OUT_DIR: outDir, VITEST: '' };
  const child = spawn(process.execPath, ['--experimental-strip-types', astro, 'build', '--silent'], {
    cwd: join(dataDir, 'build-root'),
    env: { ...process.env, ...variables, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'inherit',
  });
  expect(await once(child, 'close')).toEqual([0, null]);
  const theirs = join(outDir, 'client');
  expect(namesIn(ours)).toEqual(namesIn(theirs));
  expect(namesIn(ours).filter((name) => name.endsWith('.html')).length).toBeGreaterThan(60);
  // Without projects their list says so.
  const projects = parse(readFileSync(join(ours, 'fr/projets/index.html'), 'utf8')).querySelector('main');
  expect(projects?.textContent).toMatch(/aucun projet|pas de projets/i);
  const different = namesIn(ours).filter(
    (name) => !readFileSync(join(ours, name)).equals(readFileSync(join(theirs, name))),
  );
  expect(different).toEqual([]);

  // Pages that were damaged on the disk are made again, and nothing else.
  const versionDir = openVersions(dataDir).folderOf(result.ok ? result.versionId : '');
  const pages = ['/nl/', '/fr/'].map((path) => openVersionFiles(versionDir).fileAt(path)!);
  const whole = pages.map((page) => readFileSync(page, 'utf8'));
  for (const page of pages) truncateSync(page, 100);
  const again = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  expect(again).toMatchObject({ ok: true, built: true, rendered: 2, versionId: result.ok && result.versionId });
  expect(pages.map((page) => readFileSync(page, 'utf8'))).toEqual(whole);
  expect(await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir })).toMatchObject({ built: false });
  truncateSync(join(versionDir, 'manifest.json'), 100);
  expect(await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir })).toMatchObject({ built: true });

  // An editor saves between the hash of the content and its reading: the version is that of what was read.
  const property = join(contentDir, 'properties/35187.json');
  const before = readFileSync(property, 'utf8');
  const dearer = (digit: number) => writeFileSync(property, before.replace('"Price": ', `"Price": ${digit}`));
  dearer(1);
  const memory = openBuildMemory();
  const { of } = memory.files;
  memory.files.of = (use, file, make) => {
    if (use !== 'hash' && memory.files.of !== of) {
      memory.files.of = of;
      dearer(2);
    }
    return of(use, file, make);
  };
  const read = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir, memory });
  expect(memory.files.of).toBe(of);
  const saved = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  expect(saved).toMatchObject({ built: false, versionId: read.ok && read.versionId });
  writeFileSync(property, before);
  expect(await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir })).toMatchObject({
    ...{ built: false, versionId: result.ok && result.versionId },
  });
});
