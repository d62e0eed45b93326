import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Cron } from 'croner';
import type { Logger } from 'pino';
import { describeProblem } from '../content/files/problems.ts';
import { exampleFinding } from '../features/health/example-finding.server.ts';
import {
  checkFolders,
  type Environment,
  environment,
  isLocal,
  rememberSiteUrl,
  studioOriginOf,
} from '../platform/environment/environment.server.ts';
import { refuseRootOn } from '../platform/files/owner.server.ts';
import { checkPort } from '../platform/http/limits.server.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import { openLog } from '../platform/log/log.server.ts';
import type { PublishResult } from '../publish/publish-record.ts';
import { type Demo, supervise } from '../publish/supervisor.ts';
import { openVersions } from '../publish/versions.ts';
import { readEnvOption } from './env-option.ts';
import { openImportSchedule } from './import-schedule.ts';

type Log = Pick<Logger, 'info' | 'error'>;

const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
const SITE = fileURLToPath(new URL('./site.ts', import.meta.url));

/**
 * Starts the site: builds a version if none matches the content, then serves it in a worker that is restarted when it
 * crashes.
 */
async function start(): Promise<void> {
  readEnvOption(process.argv.slice(2));
  const settings = environment();
  const { dataDir, siteUrl, siteUrlGiven, port } = settings;
  if (port === 0) throw new Error('PORT=0 cannot be used: use a number from 1 to 65535');
  checkFolders(settings);
  // With compiled code at hand a process starts in half of the time: those that this one starts share it.
  process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compile-cache');
  refuseRootOn(dataDir);
  await checkPort(settings);
  if (siteUrlGiven && !isLocal(siteUrl)) await rememberSiteUrl(dataDir, siteUrl);
  // What the site says at its start is shown on every LOG_LEVEL.
  const log = openLog({ ...settings, logLevel: 'info' });
  log.info('Dorpel: looking at the content …');
  const example = exampleFinding(settings);
  if (example.state !== 'ok') log.error(example.message);
  const workerFile = fileURLToPath(new URL('../app/worker.ts', import.meta.url));
  const serve = (versionId: string) =>
    supervise({
      dataDir,
      workerFile,
      versionId,
      ready: (demo) => sayReady(log, settings, demo),
      log,
      mayCome: () => isLooking,
    });
  // Visitors get the version of before while the content is looked at, after an update and a crash too.
  let isLooking = true;
  const before = openVersions(dataDir).current();
  let site = before ? serve(before) : null;
  let isStopped = false;
  let isFinishing = false;
  const nights = scheduleNightly(log);
  const imports = scheduleImports(settings, log);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      isStopped = true;
      nights.stop();
      imports.stop();
      await site?.stop();
      // What is being built or compressed is not waited for.
      if (isLooking || isFinishing) process.exit();
    });
  }
  const versionId = await versionToShow(settings, log);
  isLooking = false;
  if (site) site.noneWillCome();
  else if (!isStopped) site = serve(versionId);
  // Compressing takes longer than making the pages; the first visitors need not wait for it.
  isFinishing = true;
  await runApart(['publish', '--finish', versionId], log, { endsWithThis: true });
  isFinishing = false;
}

/** Says where the site is, where the studio is, and once how the demo owner and the demo member of staff log in. */
function sayReady(log: Log, settings: Environment, demo: Demo): void {
  log.info(`Ready: ${settings.siteUrl}`);
  if (demo?.owner)
    log.info(
      `Demo owner: log in at ${settings.siteUrl}/login/ as ${demo.owner.email}, password ${demo.owner.password} ` +
        `(kept in demo-owner.txt of the data folder).`,
    );
  if (demo?.staff)
    log.info(
      `Studio: log in at ${studioOriginOf(settings)}/studio/ as ${demo.staff.email}, password ${demo.staff.password} ` +
        `(kept in demo-staff.txt of the data folder).`,
    );
}

/** The version of the current content; the last good version if the content is invalid or was rolled back. */
async function versionToShow(settings: ReturnType<typeof environment>, log: Log): Promise<string> {
  const versions = openVersions(settings.dataDir);
  const current = versions.current();
  const result = await publishApart(log);
  if (result.ok) {
    log.info(
      result.built
        ? `Built ${result.pages} pages in ${result.seconds.toFixed(1)} s.`
        : `Version ${result.versionId} is up to date.`,
    );
    return result.versionId;
  }
  if (current && result.problem === 'held') {
    log.info(`Version ${current} is shown. ${result.message}`);
    return current;
  }
  if ('message' in result) log.error(result.message);
  else {
    for (const problem of result.problems.filter(({ severity }) => severity === 'error'))
      log.error(describeProblem(problem));
    if (result.output) log.error(result.output);
  }
  if (!current) {
    log.error('There is no earlier version to show. Fix the lines above and start again.');
    process.exit(1);
  }
  log.error(`The content cannot be used as it is; the last good version (${current}) is shown until it is fixed.`);
  return current;
}

/** Publishes in a process of its own, whose memory is freed. */
function publishApart(log: Log): Promise<PublishResult> {
  const child = spawn(process.execPath, [...FLAGS, SITE, 'publish', '--quick', '--json', '--start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, errors]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  process.once('exit', () => child.kill());
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const text = Buffer.concat(said).toString('utf8');
      const complaints = Buffer.concat(errors)
        .toString('utf8')
        .replace(/^Data folder: .*\n/, '')
        .trim();
      if (!text.startsWith('{')) return reject(new Error(complaints || 'The content could not be published.'));
      if (complaints) log.error(complaints);
      resolve(JSON.parse(text));
    });
  });
}

/**
 * At 03:30 in Brussels: publishes a version of the new day and deletes what is older than the retention allows. It runs
 * in a process of its own, so that visitors never wait.
 */
function scheduleNightly(log: Log): { stop(): void } {
  return new Cron('30 3 * * *', { timezone: 'Europe/Brussels', unref: true }, () => {
    runApart(['nightly'], log);
  });
}

/** Imports from the CRMs of `schedule` in settings/import.json, one after the other, each in a process of its own. */
function scheduleImports(settings: Parameters<typeof openImportSchedule>[0], log: Log): { stop(): void } {
  const schedule = openImportSchedule(settings);
  return new Cron('* * * * *', { unref: true, protect: true }, async () => {
    for (const { name, everyMinutes } of schedule.due()) {
      const once = everyMinutes === null ? [] : ['--unless-within', String(everyMinutes)];
      await runApart(['import', '--from', name, '--publish', ...once], log);
    }
  });
}

/**
 * Runs a command in a process of its own and logs what it says; a process that cannot be started ends nothing. What
 * this process reads for itself it would keep in memory for as long as the site runs.
 */
function runApart(args: readonly string[], log: Log, { endsWithThis = false } = {}): Promise<void> {
  const child = spawn(process.execPath, [...FLAGS, SITE, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (endsWithThis) process.once('exit', () => child.kill());
  createInterface(child.stdout).on('line', (line) => log.info(line));
  createInterface(child.stderr).on('line', (line) => !/^Data folder: /.test(line) && log.error(line));
  return new Promise((resolve) => {
    child.on('close', () => resolve());
    child.on('error', (error) => {
      log.error(`${args.join(' ')}: not started, ${error.message}`);
      resolve();
    });
  });
}

start().catch((error) => {
  console.error(errorMessage(error));
  process.exit(1);
});
