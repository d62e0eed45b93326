import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeProblem } from '../server/catalogue/content/content-problem.ts';
import { inputsHashOf } from '../server/operations/versions/input-hash.ts';
import { publish } from '../server/operations/versions/publish.ts';
import { supervise } from '../server/operations/versions/supervisor.ts';
import { openVersions } from '../server/operations/versions/versions.ts';
import { nextNight } from '../server/platform/clock/nightly.ts';
import { checkFolders, environment } from '../server/platform/environment/environment.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts the site: builds a version when none matches the content, then serves it by a worker that is replaced when it
 * falls.
 */
async function start(): Promise<void> {
  const settings = environment();
  const { dataDir, siteUrl } = settings;
  checkFolders(settings);
  console.log('Dorpel: looking at the content …');
  const versionId = await versionToShow(settings);
  const workerFile = fileURLToPath(new URL('../server/app/worker.ts', import.meta.url));
  const site = supervise({ dataDir, workerFile, versionId, ready: (demo) => sayReady(siteUrl, demo) });
  const nights = everyNight();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      nights.stop();
      site.stop();
    });
  }
}

function sayReady(siteUrl: string, demo: { email: string; password: string } | null): void {
  console.log(`Ready: ${siteUrl}`);
  if (demo)
    console.log(
      `Demo owner: log in at ${siteUrl}/login/ as ${demo.email}, password ${demo.password} (kept in demo-owner.txt of the data folder).`,
    );
}

/** The version of the content as it is; the last good one when the content is wrong or was rolled back. */
async function versionToShow(settings: ReturnType<typeof environment>): Promise<string> {
  const versions = openVersions(settings.dataDir);
  const current = versions.current();
  const held = versions.held();
  if (current && held && held === inputsHashOf({ ...settings, projectDir })) {
    console.log(
      `Version ${current} is shown: the newer content was rolled back. "npm run site -- publish" shows it again.`,
    );
    return current;
  }
  // Nobody has to be asked yet, and pictures are drawn when they are wanted.
  const result = await publish({ settings, projectDir, warmMs: current ? 5000 : 0, evenHeld: true });
  if (result.ok) {
    console.log(
      result.built
        ? `Built ${result.pages} pages in ${result.seconds.toFixed(1)} s.`
        : `Version ${result.versionId} is up to date.`,
    );
    return result.versionId;
  }
  if ('message' in result) console.error(result.message);
  else {
    for (const problem of result.problems.filter(({ severity }) => severity === 'error'))
      console.error(describeProblem(problem));
    if (result.output) console.error(result.output);
  }
  if (!current) {
    console.error('There is no earlier version to show. Mend the lines above and start again.');
    process.exit(1);
  }
  console.error(`The content cannot be used as it is; the last good version (${current}) is shown until it is mended.`);
  return current;
}

/**
 * At 03:30 in Brussels: a version of the new day, and what is too old is erased. In a process of its own, so that
 * visitors never wait.
 */
function everyNight(): { stop(): void } {
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
      const site = fileURLToPath(new URL('./site.ts', import.meta.url));
      spawn(process.execPath, [...flags, site, 'night'], { stdio: 'inherit' });
      plan();
    }, nextNight(Date.now()) - Date.now());
    timer.unref();
  };
  plan();
  return { stop: () => clearTimeout(timer) };
}

start().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
