import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
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
async function writeDraft(draft: string, data: Uint8Array | string, file: string): Promise<void> {
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

/** The name under which a file lies aside while it is replaced. */
export const asideOf = (file: string): string => join(dirname(file), `.${basename(file)}.before`);

/**
 * Writes a file, or removes it (`text` null), but only when it is what `isSame` says of it, and returns whether it did.
 * The file is taken away first: nobody can change it between the last look and the moment in which it is replaced, and
 * what somebody else writes meanwhile stays. One process at a time may do so with a file.
 */
export async function writeUnlessChanged(
  file: string,
  text: string | null,
  isSame: (path: string) => boolean,
): Promise<boolean> {
  // A link stays a link.
  const full = existsSync(file) ? realpathSync(file) : file;
  // The same name each time: what a killed process left is replaced by the next write.
  const draft = text === null ? null : join(dirname(full), `.${basename(full)}.tmp`);
  try {
    if (draft) await writeDraft(draft, text ?? '', full);
    return replace(full, draft, isSame);
  } finally {
    if (draft) rmSync(draft, { force: true });
  }
}

function replace(full: string, draft: string | null, isSame: (path: string) => boolean): boolean {
  const aside = asideOf(full);
  try {
    renameSync(full, aside);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return isSame(full) && draft !== null && isPlaced(draft, full);
  }
  const isWritten = isSame(aside) && (draft === null || isPlaced(draft, full));
  // What was not expected goes back, unless somebody has written something newer.
  if (!isWritten) isPlaced(aside, full);
  rmSync(aside, { force: true });
  return isWritten;
}

/** Gives a file another name where no file has it. */
function isPlaced(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST' || existsSync(to)) return false;
    // Not every file system has hard links.
    renameSync(from, to);
    return true;
  }
}

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
