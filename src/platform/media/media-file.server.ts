import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { errorCode } from '../log/error-facts.ts';

/** One readable file of the media folder: `file` is its real absolute path and never leaves the server. */
export interface MediaFile {
  kind: 'picture' | 'video';
  file: string;
  bytes: number;
  mtimeMs: number;
}

const kinds = new Map<string, MediaFile['kind']>([
  ['.jpg', 'picture'],
  ['.jpeg', 'picture'],
  ['.png', 'picture'],
  ['.webp', 'picture'],
  ['.mp4', 'video'],
  ['.webm', 'video'],
]);

const absences = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'EPERM']);

/**
 * Finds the picture or video at a decoded path relative to the media folder; null when it is absent or must not be
 * served.
 */
export async function findMediaFile(mediaDir: string, path: string): Promise<MediaFile | null> {
  const kind = kinds.get(extname(path).toLowerCase());
  const file = kind && (await realFileBelow(mediaDir, path));
  if (!kind || !file) return null;
  const facts = await stat(file);
  return { kind, file, bytes: facts.size, mtimeMs: facts.mtimeMs };
}

/** The real absolute path of a file below a folder; null when it is absent, no file, or leads out of the folder. */
export async function realFileBelow(folder: string, path: string): Promise<string | null> {
  if (!isPlain(path)) return null;
  try {
    const root = await realpath(folder);
    const file = await realpath(join(root, path));
    // A link may point elsewhere in the folder, never out of it.
    if (!file.startsWith(root + sep)) return null;
    return (await stat(file)).isFile() ? file : null;
  } catch (error) {
    if (absences.has(errorCode(error))) return null;
    throw error;
  }
}

// An empty segment covers absolute paths and doubled slashes, a leading dot covers `..` and hidden files.
function isPlain(path: string): boolean {
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && !segment.startsWith('.'));
}
