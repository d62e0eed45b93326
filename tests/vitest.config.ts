import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { quickTests } from './support/quick-tests.ts';
import { WaitingFirst } from './support/waiting-first.ts';

quickTests();
const root = fileURLToPath(new URL('..', import.meta.url));
const project = (name: string, more: object = {}) => ({
  test: {
    name,
    root,
    include: [`tests/${name}/**/*.test.ts`],
    setupFiles: ['tests/support/no-complaints.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A slow machine needs more than the second that is usual for what is waited for.
    expect: { poll: { timeout: 20_000 } },
    // Node reads the code by itself, as it does on a site: nothing is transformed for the tests.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    ...more,
  },
});

export default defineConfig({
  root,
  test: {
    // A third of the time is spent waiting for servers and builds, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: WaitingFirst },
    projects: [
      // Tests leave nothing behind: a process reads the modules once for all files that it runs.
      project('rules', { isolate: false }),
      project('unit', {
        isolate: false,
        setupFiles: ['tests/support/no-complaints.ts', 'tests/support/no-agency.ts'],
      }),
      project('server', { isolate: false, globalSetup: ['tests/support/global-postgres.ts'], testTimeout: 120_000 }),
      project('demo', { isolate: false }),
      project('views', {
        isolate: false,
        globalSetup: ['tests/support/global-site.ts'],
        setupFiles: ['tests/support/no-complaints.ts', 'tests/support/no-server-errors.ts'],
      }),
    ],
  },
});
