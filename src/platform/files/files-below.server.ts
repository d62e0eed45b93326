import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileCache, NO_CACHE } from './file-cache.server.ts';

/**
 * The paths of all files below a folder, relative to it and sorted; empty when there is no such folder. Hidden files
 * and links to files are among them, links to folders are not followed. With a cache they are looked up once until it
 * looks at the files again.
 */
export const filesBelow = (folder: string, cache: FileCache = NO_CACHE): readonly string[] =>
  cache.once(`files below ${folder}`, () => (existsSync(folder) ? filesIn(folder, '').sort() : []));

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesIn(root, path);
    return entry.isFile() || (entry.isSymbolicLink() && isFile(join(root, path))) ? path : [];
  });
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
