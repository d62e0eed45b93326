import { statSync } from 'node:fs';

/** The number of the user to whom a file or folder belongs; null when there is none. */
export const ownerOf = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.uid ?? null;

/**
 * Throws one sentence when root works on a folder of another user: files that it would make could not be written by the
 * service.
 */
export function refuseRootOn(dataDir: string): void {
  const owner = ownerOf(dataDir);
  if (process.getuid?.() !== 0 || owner === null || owner === 0) return;
  throw new Error(
    `DATA_DIR=${dataDir} belongs to user ${owner}, and root would leave files that the service cannot write: run ` +
      `"sudo -u '#${owner}' npm run site -- …"`,
  );
}
