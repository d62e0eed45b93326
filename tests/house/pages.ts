import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersionFiles } from '../../src/publish/version-files.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { addOddContent } from '../support/odd-content.ts';
import { change } from '../support/small-content.ts';
import { copyContent, projectDir, SITE_URL } from '../support/test-site.ts';

/**
 * Writes every page of the demo agency and of the agency of the tests, in all languages, to a folder; without the
 * hashes of styles and scripts. Two states of the code are compared with tests/house/compare.ts.
 *
 *     npm run record-pages -- /tmp/before
 */
const [folder = ''] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder that the pages are written to.');

/**
 * A page without the hashes that the code of styles and scripts leads to, and with its styles in one order: a file that
 * moves is imported before or after another one.
 */
const plain = (page: string) =>
  page
    .replaceAll(/(?:\.client)?[.-][\w-]{8}\.(js|css|woff2|svg|png|webp)/g, '.$1')
    .replaceAll(/\/_astro\/[\w.-]+\.(js|css)/g, '/_astro/code.$1')
    .replaceAll(/(<astro-island uid=")\w+/g, '$1uid')
    .replaceAll(/'sha256-[^']+'/g, "'sha256'")
    .replaceAll(/(?<=<style>).*?(?=<\/style>)/gs, (styles) => styles.split('\n').sort().join('\n'));

async function record(name: string, copy: (contentDir: string) => void): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'dorpel-pages-'));
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  mkdirSync(contentDir);
  copy(contentDir);
  const result = await buildVersion({ contentDir, dataDir, siteUrl: SITE_URL, projectDir });
  if (!result.ok) throw new Error(result.output);
  const files = openVersionFiles(openVersions(dataDir).folderOf(result.versionId));
  for (const path of files.paths()) {
    const to = join(folder, name, path.endsWith('/') ? `${path}index.html` : path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, plain(readFileSync(files.fileAt(path)!, 'utf8')));
  }
  console.log(`${name}: ${files.paths().length} pages`);
  rmSync(root, { recursive: true, force: true });
}

await record('demo', (contentDir) => {
  cpSync(join(projectDir, 'content'), contentDir, { recursive: true, preserveTimestamps: true });
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: ['nl', 'fr', 'en', 'de'] }));
});
await record('tests', (contentDir) => {
  copyContent(contentDir);
  addOddContent(contentDir);
});
