import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Removes the files of these mails, where mails are files. */
export async function removeMailFiles(dataDir: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await rm(join(dataDir, 'mail', `${id}.eml`), { force: true });
}
