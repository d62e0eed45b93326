import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const HOUR_MS = 3_600_000;

/** The long trials: `npm run trials`, or some of them with the name of a file behind it. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/trials/**/*.test.ts', 'tests/server/publish.test.ts'],
    env: { DORPEL_TRIALS: '1' },
    globalSetup: ['tests/support/global-postgres.ts', 'tests/trials/global-version.ts'],
    setupFiles: ['tests/support/no-complaints.ts'],
    fileParallelism: false,
    // Languages are checked in parallel, as many as there are cores.
    maxConcurrency: 2,
    testTimeout: 2 * HOUR_MS,
    hookTimeout: HOUR_MS,
    disableConsoleIntercept: true,
  },
});
