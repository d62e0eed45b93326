import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../log/error-facts.ts';

const NAME = /^(?:backup|restore)-(?:(\d+)-)?\w{6}$/;
const DAY_MS = 86_400_000;

/** Makes an empty folder for the parts of a backup, after removing those that killed commands left behind. */
export async function scratchFolder(dataDir: string, kind: 'backup' | 'restore'): Promise<string> {
  await removeLeftScratch(dataDir);
  return mkdtemp(join(dataDir, `${kind}-${process.pid}-`));
}

/** Removes the folders of backups and restores whose process has ended, and those of another machine after a day. */
export async function removeLeftScratch(dataDir: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(dataDir).catch(() => [])) {
    const [isScratch, pid] = NAME.exec(name) ?? [];
    if (!isScratch) continue;
    const path = join(dataDir, name);
    const facts = await stat(path).catch(() => null);
    const isOld = facts !== null && nowMs - facts.mtimeMs > DAY_MS;
    if (facts?.isDirectory() && (isOld || (pid && !isRunning(Number(pid)))))
      await rm(path, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
