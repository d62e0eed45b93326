import { chmodSync, chownSync, existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file as `writeAtomically` does, but only when `isUnchanged` holds in the last moment: between it and the
 * renaming there is no other step. Returns whether it was written. One process at a time may write a file.
 */
export async function writeUnlessChanged(file: string, text: string, isUnchanged: () => boolean): Promise<boolean> {
  // A link stays a link.
  const full = existsSync(file) ? realpathSync(file) : file;
  await mkdir(dirname(full), { recursive: true });
  // The same name each time: what a killed process left is replaced by the next write.
  const draft = join(dirname(full), `.${basename(full)}.tmp`);
  const handle = await open(draft, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  keepOwner(full, draft);
  if (isUnchanged()) {
    renameSync(draft, full);
    return true;
  }
  rmSync(draft);
  return false;
}

function keepOwner(full: string, draft: string): void {
  const facts = statSync(full, { throwIfNoEntry: false });
  if (!facts) return;
  chmodSync(draft, facts.mode);
  try {
    chownSync(draft, facts.uid, facts.gid);
  } catch (error) {
    // Only an administrator may give a file to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
