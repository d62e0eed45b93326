import { isAbsolute, join } from 'node:path';
import { makeBundle } from '../../src/server/operations/bundle/make-bundle.ts';
import { copySmallContent } from './small-content.ts';
import { buildTestSite, projectDir } from './test-site.ts';

// Run by tests/run.ts before the runners that share the site.
const root = process.env.DORPEL_TEST_ROOT ?? '';
// A relative folder would write the content of the tests over the content of the project.
if (!isAbsolute(root)) throw new Error(`DORPEL_TEST_ROOT must be an absolute path, and is "${root}".`);
await buildTestSite(root);

// Several test files begin with these bundles at the same time, and each would make them.
for (const enabledLanguages of [['nl'], ['nl', 'fr']]) {
  const folder = join(root, `small-${enabledLanguages.length}`);
  copySmallContent(join(folder, 'content'), { enabledLanguages });
  const made = await makeBundle({ projectDir, contentDir: join(folder, 'content'), dataDir: join(folder, 'data') });
  if (!made.ok) throw new Error(`The bundle of the small content cannot be made:\n${made.output}`);
}
