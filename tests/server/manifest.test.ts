import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleDirOf } from '../../src/publish/bundle/code-hash.ts';
import { pruneBundles } from '../../src/publish/bundle/make-bundle.ts';
import { openPageStore, openVersionFiles, writeManifest } from '../../src/publish/version-files.ts';
import { testFolder } from '../support/folder.ts';

function version() {
  const dataDir = testFolder();
  const [versionDir, bundleDir] = [join(dataDir, 'versions/v'), bundleDirOf(dataDir, 'b')];
  for (const folder of [versionDir, join(bundleDir, 'server'), join(bundleDir, 'client/_astro')])
    mkdirSync(folder, { recursive: true });
  const hash = openPageStore(dataDir).put('<h1>Huis</h1>');
  writeManifest(versionDir, { bundle: 'b', madeOf: 'm', siteUrl: '', pages: { '/nl/huis/': hash } });
  return { versionDir, bundleDir, page: openPageStore(dataDir).fileOf(hash) };
}

test('pages come from the store, other files from the bundle, and nothing from outside', () => {
  const { versionDir, bundleDir, page } = version();
  writeFileSync(join(bundleDir, 'server/entry.mjs'), '');
  const { fileAt, paths, serverEntry } = openVersionFiles(versionDir);
  expect(paths()).toEqual(['/nl/huis/']);
  expect(serverEntry).toBe(join(bundleDir, 'server/entry.mjs'));
  expect(fileAt('/nl/huis/')).toBe(page);
  expect(fileAt('/_astro/a.css')).toBe(join(bundleDir, 'client/_astro/a.css'));
  for (const path of ['/nl/', '/../package.json', '/nl/../../package.json', '/.hidden', '/.git/config', '/_astro/'])
    expect(fileAt(path), path).toBeNull();
});

test('a version without its bundle, or without a manifest, says what is missing', () => {
  const { versionDir } = version();
  expect(() => openVersionFiles(versionDir)).toThrow(/bundle of the version .* is missing: publish again/);
  expect(() => openVersionFiles(testFolder())).toThrow(/has no manifest\.json/);
});

test('a bundle that no version needs is removed after a day: it may be made in advance for the next start', () => {
  const dataDir = testFolder();
  for (const name of ['needed', 'old', 'advance', 'building-x-1'])
    mkdirSync(bundleDirOf(dataDir, name), { recursive: true });
  for (const name of ['needed', 'old']) utimesSync(bundleDirOf(dataDir, name), 1000, 1000);
  pruneBundles(dataDir, new Set(['needed']));
  expect(readdirSync(bundleDirOf(dataDir, '')).sort()).toEqual(['advance', 'building-x-1', 'needed']);
});
