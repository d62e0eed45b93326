import { existsSync, linkSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../log/error-facts.ts';
import { writeDraft } from './write-atomically.server.ts';

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
