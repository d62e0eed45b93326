import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import { killedMs } from './publish-progress.ts';

const STALE_MS = 10_000;
const folderIn = (dataDir: string) => join(dataDir, 'versions');
const lockIn = (dataDir: string) => join(folderIn(dataDir), 'publishing.lock');

/** Runs one publish or build at a time, also among machines on one shared folder: each removes what none needs. */
export async function oneAtATime<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true });
  const release = await lock(folder, {
    stale: STALE_MS,
    retries: { forever: true, minTimeout: 200, maxTimeout: 1000 },
    lockfilePath: lockIn(dataDir),
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Removes the lock of a publish that was killed on this machine, for which others would wait until it is stale. */
export function freeLockOfKilled(dataDir: string): void {
  const [diedMs, lockedMs] = [killedMs(dataDir), statSync(lockIn(dataDir), { throwIfNoEntry: false })?.mtimeMs];
  // A lock that was touched later may be that of another process.
  if (diedMs !== null && lockedMs !== undefined && lockedMs <= diedMs) rmSync(lockIn(dataDir), { recursive: true });
}
