import { isAbsolute } from 'node:path';
import { buildTestSite } from './test-site.ts';

// Run by tests/run.ts before the runners that share the site.
const root = process.env.DORPEL_TEST_ROOT ?? '';
// A relative folder would write the content of the tests over the content of the project.
if (!isAbsolute(root)) throw new Error(`DORPEL_TEST_ROOT must be an absolute path, and is "${root}".`);
await buildTestSite(root);
