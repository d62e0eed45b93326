import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { makeBundle } from '../../src/publish/bundle/make-bundle.ts';
import { writeNewAgency } from './new-agency-site.ts';
import { copySmallContent } from './small-content.ts';
import { buildTestSite, projectDir } from './test-site.ts';

// Run by tests/run.ts before the runners that share the site.
const root = process.env.DORPEL_TEST_ROOT ?? '';
// A relative folder would write the content of the tests over the content of the project.
if (!isAbsolute(root)) throw new Error(`DORPEL_TEST_ROOT must be an absolute path, and is "${root}".`);
await buildTestSite(root);

// Several test files begin with these bundles at the same time, and each would make them.
for (const [name, write] of [
  ['small-1', (content: string) => copySmallContent(content, { enabledLanguages: ['nl'] })],
  ['small-2', (content: string) => copySmallContent(content, { enabledLanguages: ['nl', 'fr'] })],
  ['new-agency', writeNewAgency],
] as const) {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  await write(join(folder, 'content'));
  const made = await makeBundle({ projectDir, contentDir: join(folder, 'content'), dataDir: join(folder, 'data') });
  if (!made.ok) throw new Error(`The bundle of ${name} cannot be made:\n${made.output}`);
}
