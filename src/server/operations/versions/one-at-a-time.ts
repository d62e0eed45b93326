import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

const STALE_MS = 10_000;

/** Runs one publish or build at a time, also among machines on one shared folder: each removes what none needs. */
export async function oneAtATime<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const folder = join(dataDir, 'versions');
  mkdirSync(folder, { recursive: true });
  const release = await lock(folder, {
    stale: STALE_MS,
    retries: { forever: true, minTimeout: 200, maxTimeout: 1000 },
    lockfilePath: join(folder, 'publishing.lock'),
  });
  try {
    return await work();
  } finally {
    await release();
  }
}
