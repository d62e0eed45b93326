import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectDir, stopped } from './test-site.ts';

/** Below the ports that systems give to outgoing connections: one of those could take it before the site does. */
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** The number of a port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.on('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A site started as `npm start` does it. */
export interface StartedSite {
  port: number;
  child: ChildProcess;
  /** All that it said until now, on both channels. */
  said: () => string;
  /** Waits until it says something; fails when it ends without. */
  says: (words: RegExp) => Promise<string>;
  /** Waits until it ends, and gives its exit code. */
  ended: Promise<number | null>;
  stop: () => Promise<void>;
}

/**
 * Starts the site of a content folder with a data folder, as `npm start` or `npm run dev` do it; the port is free
 * unless one is given.
 */
export async function startSite({
  contentDir,
  dataDir,
  port,
  command = 'start',
  project = projectDir,
  variables = {},
}: {
  contentDir: string;
  dataDir: string;
  port?: number;
  command?: 'start' | 'dev';
  /** Folder of the project: this one unless a copy is given. */
  project?: string;
  variables?: Record<string, string>;
}): Promise<StartedSite> {
  const own = port ?? (await freePort());
  const child = spawn(
    process.execPath,
    [
      '--experimental-strip-types',
      '--disable-warning=ExperimentalWarning',
      join(project, `src/commands/${command}.ts`),
      // Development takes no port of the environment.
      ...(command === 'dev' ? ['--port', String(own), '--host', '127.0.0.1'] : []),
    ],
    {
      cwd: project,
      env: {
        ...process.env,
        CONTENT_DIR: contentDir,
        DATA_DIR: dataDir,
        PORT: String(own),
        HOST: '127.0.0.1',
        SITE_URL: 'http://small.example',
        LOG_LEVEL: 'error',
        NODE_ENV: 'production',
        VITEST: '',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let text = '';
  const listeners = new Set<() => void>();
  const keep = (chunk: Buffer) => {
    text += chunk.toString('utf8');
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const says = (words: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (!words.test(text)) return;
        listeners.delete(look);
        resolve(text);
      };
      listeners.add(look);
      void ended.then(() =>
        words.test(text) ? resolve(text) : reject(new Error(`The site ended without saying ${words}:\n${text}`)),
      );
      look();
    });
  return { port: own, child, said: () => text, says, ended, stop: () => stopped(child) };
}
