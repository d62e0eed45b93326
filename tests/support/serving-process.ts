import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { WorkerMessage } from '../../src/publish/supervisor.ts';
import { END, type ServingOrder } from './serving-order.ts';
import { projectDir } from './test-site.ts';

/** After this time a site that does not stop is ended. */
const LATE_MS = 5000;

/** A site that is served by a process of the tests. */
export interface ServedSite {
  /** What it wrote on both channels until now. */
  log: () => string;
  stop: () => Promise<void>;
}

/** The processes that have served a site and serve none now. */
const free: ChildProcess[] = [];

/**
 * Serves a site with these variables besides those of this process. A process serves one site after another, which
 * takes a fourth of the time of a new process each: the code is loaded, and nothing else is kept.
 */
export async function serveSite(variables: Readonly<Record<string, string>>): Promise<ServedSite> {
  const environment: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'production', ...variables };
  const child = free.pop() ?? startProcess(environment);
  if (!child.connected) throw new Error('A process of the tests has ended after the site that it served was stopped');
  const texts = ['', ''];
  const channels = [child.stdout, child.stderr] as Socket[];
  for (const [at, channel] of channels.entries())
    channel.on('data', (chunk: string) => {
      texts[at] += chunk;
    });
  const log = () => texts.join('').replaceAll(END, '');
  child.send(environment);
  await new Promise<void>((resolve, reject) => {
    const lost = (code: number | null) => reject(new Error(`The server of the tests ended (${code}):\n${log()}`));
    child.once('exit', lost);
    child.on('message', function hear({ listening, failed }: WorkerMessage) {
      if (!listening && !failed) return;
      child.off('message', hear).off('exit', lost);
      if (listening) return resolve();
      child.kill();
      reject(new Error(failed));
    });
  });
  let stopped: Promise<void> | undefined;
  return { log, stop: () => (stopped ??= stop(child, texts)) };
}

/** Stops what a process serves, whose texts on both channels grow meanwhile; it is free then, unless it has ended. */
async function stop(child: ChildProcess, texts: readonly string[]): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const channels = [child.stdout!, child.stderr!];
  const isFree = await new Promise<boolean>((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), LATE_MS);
    child.once('exit', () => {
      clearTimeout(late);
      resolve(false);
    });
    const look = () => {
      if (!texts.every((text) => text.includes(END))) return;
      clearTimeout(late);
      resolve(!child.killed);
    };
    for (const channel of channels) channel.on('data', look);
    child.send('stop' satisfies ServingOrder);
  });
  for (const channel of channels) channel.removeAllListeners('data');
  child.removeAllListeners('exit');
  if (isFree) free.push(child);
}

function startProcess(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(join(projectDir, 'tests/support/child-serve.ts'), [], {
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // It ends with this process, and does not keep it alive.
  child.unref();
  child.channel?.unref();
  for (const channel of [child.stdout, child.stderr] as Socket[]) channel.setEncoding('utf8').unref();
  return child;
}
