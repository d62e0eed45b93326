import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Counts, countsOfPlaywright, countsOfVitest, lineOf, sumOf } from './support/counts.ts';
import { findBrowser } from './support/find-browser.ts';

/** Runs everything there is to check, one after the other, and ends with one line that tells how it went. */
const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'dorpel-run-'));
const report = (name: string) => join(scratch, `${name}.json`);
const variables: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  DORPEL_TEST_ROOT: scratch,
  // Tests start some hundred processes; with the cache each needs half of the time to start.
  NODE_COMPILE_CACHE: join(scratch, 'compile-cache'),
  DORPEL_TEST_REPORT: report('playwright'),
};
let running: ChildProcess | undefined;

interface Runner {
  name: string;
  commands: (readonly [command: string, ...arguments_: string[]])[];
  /** Reads the report; left out = the runner as a whole is one test. */
  counts?: () => Counts;
}

const runners: Runner[] = [
  // A fresh clone has no types of the content yet: sync writes them.
  {
    name: 'types',
    commands: [
      ['astro', 'sync'],
      ['astro', 'check', '--minimumFailingSeverity', 'warning'],
    ],
  },
  {
    name: 'lint',
    commands: [
      ['biome', 'check', '--error-on-warnings', '.'],
      ['prettier', '--check', '--log-level', 'warn', 'src/**/*.{astro,css}'],
      ['knip'],
      ['knip', '--production'],
    ],
  },
  {
    name: 'content',
    commands: [
      [
        process.execPath,
        '--experimental-strip-types',
        '--disable-warning=ExperimentalWarning',
        'src/commands/site.ts',
        'content',
        'check',
      ],
    ],
  },
  {
    name: 'rules, unit, server and views',
    commands: [
      [
        'vitest',
        'run',
        '--config',
        'tests/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report('vitest')}`,
      ],
    ],
    counts: () => countsOfVitest(JSON.parse(readFileSync(report('vitest'), 'utf8'))),
  },
  {
    name: 'journeys',
    commands: [['playwright', 'test', '--config', 'tests/playwright.config.ts']],
    counts: () => countsOfPlaywright(JSON.parse(readFileSync(report('playwright'), 'utf8'))),
  },
];

function run([command, ...arguments_]: readonly [string, ...string[]]): Promise<boolean> {
  return new Promise((resolve) => {
    const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
    const child = spawn(command, arguments_, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...variables, PATH: path },
    });
    running = child;
    child.on('error', (error) => {
      console.log(`${command} could not be started: ${error.message}`);
      resolve(false);
    });
    child.on('close', (code) => resolve(code === 0));
  });
}

async function resultOf(runner: Runner): Promise<Counts> {
  let ok = true;
  for (const command of runner.commands) ok = (await run(command)) && ok;
  if (!runner.counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  try {
    const counts = runner.counts();
    // A runner that failed outside of any test, or found none, has failed.
    return { ...counts, failed: Math.max(counts.failed, ok && counts.passed > 0 ? 0 : 1) };
  } catch (error) {
    console.log(`${runner.name}: no report was written (${error instanceof Error ? error.message : error})`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function main(): Promise<void> {
  try {
    variables.CHROMIUM_PATH = findBrowser();
  } catch (error) {
    console.log(error instanceof Error ? error.message : error);
  }
  const results: Counts[] = [];
  for (const runner of runners) {
    const started = Date.now();
    console.log(`\n── ${runner.name}`);
    const counts = await resultOf(runner);
    results.push(counts);
    console.log(`── ${runner.name}: ${lineOf(counts)} (${Math.round((Date.now() - started) / 1000)} s)`);
  }
  rmSync(scratch, { recursive: true, force: true });
  const all = sumOf(results);
  process.exitCode = all.failed > 0 ? 1 : 0;
  console.log(`\n${lineOf(all)}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const end = () => {
      rmSync(scratch, { recursive: true, force: true });
      process.exit(1);
    };
    if (!running || running.exitCode !== null || !running.kill(signal)) end();
    else running.once('close', end);
  });
}

await main();
