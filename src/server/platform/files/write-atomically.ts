import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a file, with the folders above it, so that a reader or a power cut sees the old content or the new content and
 * nothing in between.
 */
export async function writeAtomically(file: string, data: Buffer | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFileAtomic(file, data);
}

/** A file that was being written: its name, then a number. */
const UNFINISHED = /\.[a-z]+\.\d+$/;
const UNFINISHED_MS = 10 * 60_000;

/** Removes the unfinished files of processes that were killed, in a folder and those in it; others may be in use. */
export async function removeUnfinished(folder: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    if (!UNFINISHED.test(name)) continue;
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts?.isFile() && nowMs - facts.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
  }
}
