import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, realpathSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../log/error-facts.ts';

/**
 * Writes a file, with the folders above it, so that a reader or a power cut sees the old content or the new content and
 * nothing in between. On a full disk it throws, and the old content stays. A link stays a link.
 */
export async function writeAtomically(file: string, data: Uint8Array | string): Promise<void> {
  const full = existsSync(file) ? realpathSync(file) : file;
  const draft = join(dirname(full), `.${basename(full).slice(-80)}.${randomBytes(6).toString('hex')}.part`);
  try {
    await writeDraft(draft, data, full);
    await rename(draft, full);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Writes the whole of what a file will hold, under another name and with the owner that the file has. */
export async function writeDraft(draft: string, data: Uint8Array | string, file: string): Promise<void> {
  await mkdir(dirname(draft), { recursive: true });
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
  keepOwner(file, draft);
}

function keepOwner(file: string, draft: string): void {
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts) return;
  chmodSync(draft, facts.mode);
  try {
    chownSync(draft, facts.uid, facts.gid);
  } catch (error) {
    // Only an administrator may give a file to somebody else.
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/** A file that is being written; until November 2026 its name ended in a number. */
const UNFINISHED = /\.[a-z]+\.\d+$|\.(?:part|tmp)$/;
export const isUnfinished = (name: string): boolean => UNFINISHED.test(name);
const UNFINISHED_MS = 10 * 60_000;

/** Removes the unfinished files of processes that were killed, in a folder and those in it; others may be in use. */
export async function removeUnfinished(folder: string, nowMs = Date.now()): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    if (!isUnfinished(basename(name))) continue;
    const file = join(folder, name);
    const facts = await stat(file).catch(() => null);
    if (facts?.isFile() && nowMs - facts.mtimeMs > UNFINISHED_MS) await rm(file, { force: true });
  }
}
