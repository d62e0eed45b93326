import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = (name: string, more: object = {}) => ({
  test: {
    name,
    root,
    include: [`tests/${name}/**/*.test.ts`],
    setupFiles: ['tests/support/no-complaints.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    ...more,
  },
});

export default defineConfig({
  root,
  test: {
    // A third of the time is spent waiting for servers and builds, so three workers keep two cores busy.
    maxWorkers: 3,
    projects: [
      // Pure functions leave nothing behind: one process after the other reads all of their files.
      project('rules', { isolate: false }),
      project('unit', { isolate: false }),
      project('server', { globalSetup: ['tests/support/global-postgres.ts'], testTimeout: 120_000 }),
      project('demo'),
      project('views', {
        globalSetup: ['tests/support/global-site.ts'],
        setupFiles: ['tests/support/no-complaints.ts', 'tests/support/no-server-errors.ts'],
      }),
    ],
  },
});
