import { buildTestSite } from './test-site.ts';

// Run by tests/run.ts before the runners that share the site.
await buildTestSite(process.env.DORPEL_TEST_ROOT ?? '');
