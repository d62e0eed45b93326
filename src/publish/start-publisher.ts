import { spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isRunning, readWhole, writeWhole } from './publish-progress.ts';
import { isPublisherRunning, publisherFiles, START_MS, type TakenJob } from './publisher-files.ts';

const PUBLISHER = fileURLToPath(new URL('./publisher.ts', import.meta.url));
const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

/** Starts a publisher process unless one runs; it ends soon after the process `owner`. */
export function startPublisher(dataDir: string, owner: number): void {
  const files = publisherFiles(dataDir);
  if (isPublisherRunning(dataDir)) return;
  const sinceMs = Date.now() - (statSync(files.started, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const started = readWhole<{ pid: number; host: string }>(files.started);
  if (started && sinceMs < START_MS && isRunning(started, files.started)) return;
  // What was asked of one that was killed is over.
  const taken = readWhole<TakenJob>(files.taken);
  if (taken && !isRunning(taken, files.taken)) rmSync(files.taken, { force: true });
  const log = openSync(files.log, 'w', 0o600);
  const child = spawn(process.execPath, [...FLAGS, PUBLISHER, String(owner)], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? 'production', MALLOC_ARENA_MAX: '2' },
  });
  closeSync(log);
  // A process that cannot be started is said as lost after a while.
  child.on('error', () => {});
  child.unref();
  if (child.pid) writeWhole(files.started, { pid: child.pid, host: hostname() });
}
