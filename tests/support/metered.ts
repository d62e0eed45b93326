import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { WORKER_FLAGS, WORKER_VARIABLES } from '../../src/publish/supervisor.ts';
import { stopped } from './test-site.ts';

const METER = new URL('meter.mjs', import.meta.url).href;

/** A server process whose processor time can be read. */
export interface Metered {
  url: string;
  child: ChildProcess;
  /** Processor time used until now, in milliseconds. */
  cpuMs(): Promise<number>;
  /** The longest time for which nothing else ran in the process since the last question, in milliseconds. */
  stallMs(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * What a metered process is started with besides the flags of the site: the options of Node for `NODE_OPTIONS` or a
 * command line.
 */
export const METER_OPTION = `--import=${METER}`;

/** Starts a server script that says `{ listening: port }` once it is ready, with these variables. */
export async function startMetered(
  script: string,
  variables: Record<string, string>,
  logFile: string,
): Promise<Metered> {
  writeFileSync(logFile, '');
  const child = fork(script, [], {
    execArgv: [...WORKER_FLAGS, METER_OPTION],
    env: { ...process.env, ...WORKER_VARIABLES, ...variables, DORPEL_METER_ASKED: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const channel of [child.stdout, child.stderr])
    channel?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk));
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message: { listening?: number; failed?: string }) => {
      if (message.listening) resolve(message.listening);
      if (message.failed) reject(new Error(message.failed));
    });
    child.on('exit', (code) => reject(new Error(`${script} ended (${code}):\n${readFileSync(logFile, 'utf8')}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    cpuMs: async () => {
      const { user, system } = await meterOf(child);
      return (user + system) / 1000;
    },
    stallMs: async () => (await meterOf(child)).stallMs,
    stop: () => stopped(child),
  };
}

interface Meter {
  user: number;
  system: number;
  stallMs: number;
}

/** Asks a metered process what it measured. */
const meterOf = (child: ChildProcess) =>
  new Promise<Meter>((resolve) => {
    const hear = (message: { meter?: Meter }) => {
      if (!message.meter) return;
      child.off('message', hear);
      resolve(message.meter);
    };
    child.on('message', hear);
    child.send('meter');
  });

/** Starts the server process of a version as the site does it, on a free port unless one is given. */
export function startMeteredSite(
  {
    versionDir,
    contentDir,
    dataDir,
    logFile,
  }: { versionDir: string; contentDir: string; dataDir: string; logFile: string },
  variables: Record<string, string> = {},
): Promise<Metered> {
  const worker = fileURLToPath(new URL('../../src/app/worker.ts', import.meta.url));
  return startMetered(
    worker,
    {
      DORPEL_VERSION_DIR: versionDir,
      CONTENT_DIR: contentDir,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      DATABASE_URL: '',
      SMTP_URL: '',
      CAPTCHA: 'off',
      TRUST_PROXY: 'loopback',
      ...variables,
    },
    logFile,
  );
}
