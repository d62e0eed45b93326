import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { setPriority, constants as system, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ageInDays, ageSentence, readAdvisories } from './supply/advisory-list.ts';
import { type Counts, countsOfPlaywright, countsOfVitest, lineOf, secondsByFile, sumOf } from './support/counts.ts';
import { namedTests, notPassed, sentenceOf, testsOfPlaywright, testsOfVitest } from './support/named-tests.ts';

/** Runs everything there is to check, one after the other, and ends with one line that tells how it went. */
const root = fileURLToPath(new URL('..', import.meta.url));
const MEMORY = '/dev/shm';
/** From this age on the run says how old the list of advisories is. */
const OLD_DAYS = 90;
const temporary = memoryFolder() ?? tmpdir();
const scratch = mkdtempSync(join(temporary, 'dorpel-run-'));
const report = (name: string) => join(scratch, `${name}.json`);
const variables: NodeJS.ProcessEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: '1',
  DORPEL_TEST_ROOT: scratch,
  DORPEL_BUNDLES: join(scratch, 'bundles'),
  TMPDIR: temporary,
  // Tests start some hundred processes; with the cache each needs half of the time to start.
  NODE_COMPILE_CACHE: join(scratch, 'compile-cache'),
  DORPEL_TEST_REPORT: report('playwright'),
  // Node reads the journeys by itself; Playwright would transform each file of a fresh clone first.
  PW_DISABLE_TS_ESM: '1',
  // With room for young objects there is less to collect, and two cores need no four threads for it.
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64 --v8-pool-size=1`.trim(),
};
const running = new Set<ChildProcess>();

interface Runner {
  name: string;
  commands: (readonly [command: string, ...arguments_: string[]])[];
  /** Reads the report; left out = the runner as a whole is one test. */
  counts?: () => Counts;
}

const NODE = [process.execPath, '--experimental-strip-types', '--disable-warning=ExperimentalWarning'] as const;

const runners: Runner[] = [
  // A fresh clone has no types of the content yet: sync writes them.
  {
    name: 'types',
    commands: [
      ['astro', 'sync'],
      ['astro', 'check', '--noSync', '--minimumFailingSeverity', 'warning'],
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
    name: 'test site',
    commands: [[...NODE, '--import=./tests/support/quick-packing.mjs', 'tests/support/build-test-site.ts']],
  },
  {
    name: 'rules, unit, server, demo and views',
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

/** A folder in memory with room for the files of the tests, which a disk would write one by one; null for none. */
function memoryFolder(): string | null {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize > 4 * 1024 ** 3 ? MEMORY : null;
  } catch {
    return null;
  }
}

/** Runs a command to its end; `print` receives its output, which goes straight to the terminal if it is left out. */
function run(
  [command, ...arguments_]: readonly [string, ...string[]],
  print?: (text: string) => void,
  priority: number = system.priority.PRIORITY_NORMAL,
): Promise<boolean> {
  return new Promise((resolve) => {
    const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':');
    const output = print ? 'pipe' : 'inherit';
    const child = spawn(command, arguments_, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...variables, PATH: path },
    });
    running.add(child);
    if (child.pid && priority > 0) setPriority(child.pid, priority);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => print?.(String(chunk)));
    child.on('error', (error) => {
      (print ?? console.log)(`${command} could not be started: ${error.message}\n`);
      resolve(false);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve(code === 0);
    });
  });
}

/** A runner that does not print at once computes while the others wait for something. */
async function resultOf(runner: Runner, print?: (text: string) => void): Promise<Counts> {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = system.priority;
  const priority = print ? PRIORITY_BELOW_NORMAL : PRIORITY_NORMAL;
  let ok = true;
  for (const command of runner.commands) ok = (await run(command, print, priority)) && ok;
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

/** Runs one runner and prints heading, output and counts; the output at once, or in one piece at its end. */
async function reported(runner: Runner, isAtOnce: boolean): Promise<Counts> {
  const started = Date.now();
  const texts: string[] = [];
  if (isAtOnce) console.log(`\n── ${runner.name}`);
  const counts = await resultOf(runner, isAtOnce ? undefined : (text) => texts.push(text));
  if (!isAtOnce) console.log(`\n── ${runner.name}\n${texts.join('')}`);
  console.log(`── ${runner.name}: ${lineOf(counts)} (${Math.round((Date.now() - started) / 1000)} s)`);
  return counts;
}

async function main(): Promise<void> {
  // Only the journeys need a browser: one that must be installed is installed meanwhile.
  const said: string[] = [];
  const browser = run([...NODE, 'tests/support/print-browser.ts'], (text) => said.push(text));
  // Only the test site is waited for; the other checks without a report fill the time in which tests wait. Journeys
  // need both cores: late fonts would move what they measure.
  const checks = runners.filter(({ counts }) => !counts);
  const [site] = checks.splice(-1);
  const checked = checks.map((runner) => reported(runner, false));
  const results = [await reported(site!, true)];
  const [first, ...others] = runners.filter(({ counts }) => counts);
  results.push(await reported(first!, true), ...(await Promise.all(checked)));
  if (await browser) variables.CHROMIUM_PATH = said.join('').trim().split('\n').at(-1);
  else console.log(said.join(''));
  for (const runner of others) results.push(await reported(runner, true));
  results.push(countNamed());
  printSlowest();
  printAge();
  printFailed();
  rmSync(scratch, { recursive: true, force: true });
  const all = sumOf(results);
  process.exitCode = all.failed > 0 ? 1 : 0;
  console.log(`\n${lineOf(all)}`);
}

/** The JSON reports of this run; one that was not written is left out. */
function reports() {
  return ['vitest', 'playwright'].flatMap((name) => {
    try {
      return [JSON.parse(readFileSync(report(name), 'utf8'))];
    } catch {
      return [];
    }
  });
}

/** The tests of all runners with this outcome. */
const testsWith = (outcome: 'passed' | 'failed') =>
  reports().flatMap((one) =>
    'testResults' in one ? testsOfVitest(one, root, outcome) : testsOfPlaywright(one, outcome),
  );

/** Whether each test that tests/README.md names has passed, as one test more; prints a sentence for each other one. */
function countNamed(): Counts {
  const passed = testsWith('passed');
  const missing = notPassed(namedTests(readFileSync(join(root, 'tests/README.md'), 'utf8')), passed);
  if (missing.length > 0) console.log(`\n── tests that tests/README.md names\n${missing.map(sentenceOf).join('\n')}`);
  return { passed: missing.length > 0 ? 0 : 1, failed: missing.length, skipped: 0 };
}

/** Prints the ten test files that took longest. */
function printSlowest(): void {
  const files = reports().flatMap((one) => secondsByFile(one, root));
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, 10);
  if (slowest.length > 0) console.log('\nThe slowest test files:');
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}

/** Names each test that failed, close to the end: a long log is often read from there. */
function printFailed(): void {
  const failed = testsWith('failed').map(({ file, title }) => `  ${file} "${title}"`);
  if (failed.length > 0) console.log(`\nFailed:\n${failed.join('\n')}`);
}

/** Says that the list of advisories is old. It is no failure, so that an old commit keeps passing. */
function printAge(): void {
  try {
    const list = readAdvisories(root);
    if (ageInDays(list) >= OLD_DAYS) console.log(`\n${ageSentence(list)} Refresh it with "npm run advisories".`);
  } catch {
    // tests/rules/supply.test.ts fails on a list that cannot be read.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await Promise.all(
      [...running].map((child) => new Promise((resolve) => child.once('close', resolve) && child.kill(signal))),
    );
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
}

await main();
