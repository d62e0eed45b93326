import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { copySmallContent } from '../support/small-content.ts';
import { startSite } from '../support/start-site.ts';
import { projectDir } from '../support/test-site.ts';

const root = mkdtempSync(join(tmpdir(), 'dorpel-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A copy of the project: development watches its own folder, in which builds of other tests write. */
function copiedProject(): string {
  const project = join(root, 'project');
  for (const name of ['src', 'public', 'package.json', 'tsconfig.json', 'astro.config.mjs', 'astro-i18next.config.cjs'])
    cpSync(join(projectDir, name), join(project, name), { recursive: true });
  symlinkSync(join(projectDir, 'node_modules'), join(project, 'node_modules'));
  return project;
}

test('npm run dev shows the pages of the content folder, including a property and a form', async () => {
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  copySmallContent(contentDir, {});
  const site = await startSite({
    contentDir,
    dataDir,
    command: 'dev',
    project: copiedProject(),
    variables: { NODE_ENV: 'development' },
  });
  onTestFinished(() => site.stop());
  await site.says(/watching for file changes/);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${site.port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const list = await get('/nl/te-koop/');
  const property = /\/nl\/te-koop\/[a-z-]+\/[a-z0-9-]+\/\d+\//.exec(list.text)?.[0];
  expect(property, site.said()).toBeDefined();
  for (const path of ['/nl/', '/fr/', '/nl/contact/', property as string]) {
    const { status, text } = await get(path);
    expect([path, status], site.said()).toEqual([path, 200]);
    expect(text).toMatch(/<main id="content"[\s\S]*<\/html>\s*$/);
  }
  expect(site.said()).not.toContain('[ERROR]');
});
