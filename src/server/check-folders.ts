import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import type { Environment } from './environment.ts';

/** Makes sure that the folders of the settings can be used; throws one plain sentence when one cannot. */
export function checkFolders({ contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>): void {
  if (!statSync(contentDir, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`CONTENT_DIR=${contentDir} cannot be used: there is no such folder`);
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'EACCES' || code === 'EPERM'
        ? 'this user may not write there'
        : code === 'EROFS'
          ? 'its disk is read-only'
          : `it is no folder that can be made (${code})`;
    throw new Error(`DATA_DIR=${dataDir} cannot be used: ${why}`);
  }
}
