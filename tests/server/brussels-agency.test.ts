import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeProblem } from '../../src/content/files/problems.ts';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersionFiles } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { testFolder } from '../support/folder.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir, SITE_URL } from '../support/test-site.ts';

/** The property of the agency of the tests that is let in Brussels. */
const KEPT = 35172;

test('an agency that only lets in Brussels builds with everything switched on', async () => {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  copyContent(contentDir);
  const properties = join(contentDir, 'properties');
  for (const file of readdirSync(properties)) if (file !== `${KEPT}.json`) rmSync(join(properties, file));
  rmSync(join(contentDir, 'projects'), { recursive: true, force: true });
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: ['nl', 'fr'] }));
  change(join(contentDir, 'settings/offers.json'), (offers) => ({ ...offers, informOwner: true, openLog: true }));
  change(join(contentDir, 'settings/tenants.json'), (tenants) => ({ ...tenants, askFiles: true }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  expect(result.ok ? [] : result.problems.map(describeProblem)).toEqual([]);
  const version = openVersionFiles(openVersions(dataDir).folderOf(result.ok ? result.versionId : ''));
  const page = (path: string) => readFileSync(version.fileAt(path)!, 'utf8');
  // Nothing is for sale: the lists are there and say so, in both languages.
  for (const path of ['/nl/', '/fr/', '/nl/te-koop/', '/fr/a-vendre/', '/nl/te-huur/'])
    expect(page(path), path).not.toMatch(/undefined|NaN/);
  expect(page('/nl/te-huur/')).toContain(`/${KEPT}/`);
  // Its one property opens the homepage. No region of one town is drawn, and no list of cards is empty.
  expect(page('/nl/')).toMatch(new RegExp(`class="newest"[^>]*/${KEPT}/`));
  expect(page('/nl/')).not.toMatch(/<iframe|<ul class="[^"]*\bgrid\b[^"]*">\s*<\/ul>/);
  expect(page('/nl/te-koop/')).not.toMatch(/\/te-koop\/[^"]*\/\d{5}\//);
});
