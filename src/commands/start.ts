import cluster from 'node:cluster';
import { fileURLToPath } from 'node:url';
import { describeProblem } from '../server/content/content-problem.ts';
import { environment } from '../server/environment.ts';
import { readPast } from '../server/homes/read-past.ts';
import { buildVersion } from '../server/versions/build-version.ts';
import { openVersions } from '../server/versions/versions.ts';

const projectDir = fileURLToPath(new URL('../..', import.meta.url));
const RESTART_MS = 1000;

/** Starts the site: builds a version when none matches the content, then serves it by a worker that is replaced when it falls. */
async function start(): Promise<void> {
  const settings = environment();
  const versions = openVersions(settings.dataDir);
  console.log('Dorpel: looking at the content …');
  const past = await readPast(settings, (message) => console.error(message));
  const result = await buildVersion({ ...settings, projectDir, past });
  let stamp: string | null;
  if (result.ok) {
    stamp = result.stamp;
    console.log(
      result.built ? `Built ${result.pages} pages in ${result.seconds.toFixed(1)} s.` : `Version ${stamp} is up to date.`,
    );
  } else {
    const errors = result.problems.filter(({ severity }) => severity === 'error');
    for (const problem of errors) console.error(describeProblem(problem));
    if (result.output) console.error(result.output);
    stamp = versions.current();
    if (!stamp) {
      console.error('There is no earlier version to show. Mend the lines above and start again.');
      process.exit(1);
    }
    console.error(`The content cannot be used as it is; the last good version (${stamp}) is shown until it is mended.`);
  }
  versions.setCurrent(stamp);
  supervise(versions.folderOf(stamp), settings.siteUrl);
}

function supervise(versionDir: string, siteUrl: string): void {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('../server/http/worker.ts', import.meta.url)),
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  let stopping = false;
  let announced = false;
  const launch = () => {
    const worker = cluster.fork({ DORPEL_VERSION_DIR: versionDir });
    worker.on(
      'message',
      (message: { listening?: number; failed?: string; demo?: { email: string; password: string } | null }) => {
        if (message.failed) {
          console.error(message.failed);
          stopping = true;
          process.exitCode = 1;
          worker.kill();
        }
        if (message.listening && !announced) {
          announced = true;
          console.log(`Ready: ${siteUrl}`);
          if (message.demo)
            console.log(
              `Demo owner: log in at ${siteUrl}/login/ as ${message.demo.email}, password ${message.demo.password} (kept in demo-owner.txt of the data folder).`,
            );
        }
      },
    );
    worker.on('exit', (code) => {
      if (stopping) return;
      console.error(`The server process ended (${code}); a new one is started.`);
      setTimeout(launch, RESTART_MS);
    });
  };
  launch();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopping = true;
      for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
    });
  }
}

start().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
