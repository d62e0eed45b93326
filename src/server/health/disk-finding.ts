import { statfs } from 'node:fs/promises';
import type { Finding } from './finding.ts';

const WARN_BYTES = 2 * 1024 ** 3;
const FAIL_BYTES = 200 * 1024 ** 2;

/** Room on the disk of the data folder. */
export async function diskFinding(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const state = free < FAIL_BYTES ? 'fail' : free < WARN_BYTES ? 'warn' : 'ok';
  return {
    name: 'disk',
    state,
    message: `${(free / 1024 ** 3).toFixed(1)} GB free for DATA_DIR${state === 'ok' ? '' : ': make room before requests can no longer be stored'}`,
    facts: { freeMb: Math.round(free / 1024 ** 2) },
  };
}
