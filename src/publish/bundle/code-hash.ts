import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FileCache, NO_CACHE } from '../../platform/files/file-cache.server.ts';

/** Files and folders of the project that are inputs of a build. */
const SOURCES = ['src', 'public', 'package-lock.json', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];

/** Ten characters that are equal only for equal code and dependencies. */
export function codeHashOf({ projectDir, cache }: { projectDir: string; cache?: FileCache | undefined }): string {
  const hash = createHash('sha256');
  addCode(hash, projectDir, cache);
  return tenSigns(hash);
}

/** Adds the code and the dependencies. */
export function addCode(hash: Hash, projectDir: string, cache?: FileCache): void {
  for (const source of SOURCES) addFolder(hash, projectDir, source, { cache });
}

interface Reading {
  isLeftOut?: (path: string) => boolean;
  /** Keeps the hashes of files that have not changed. */
  cache?: FileCache | undefined;
}

/** Adds a file, or all files below a folder except hidden ones and those left out. */
export function addFolder(hash: Hash, root: string, path: string, reading: Reading = {}): void {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    addFile(hash, full, path, reading);
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = path ? `${path}/${entry.name}` : entry.name;
    if (entry.name.startsWith('.') || reading.isLeftOut?.(inner)) continue;
    if (entry.isFile()) addFile(hash, join(full, entry.name), inner, reading);
    else addFolder(hash, root, inner, reading);
  }
}

function addFile(hash: Hash, file: string, path: string, { cache = NO_CACHE }: Reading): void {
  const { size, mtimeMs } = path.startsWith('media/') ? statSync(file) : { size: 0, mtimeMs: 0 };
  const content = () => cache.of('hash', file, (bytes) => createHash('sha1').update(bytes).digest('hex'));
  hash.update(`\n${path}\n${size > 0 ? `${size} ${mtimeMs}` : content()}`);
}

/** Ten characters of a hash. */
export const tenSigns = (hash: Hash): string =>
  BigInt(`0x${hash.digest('hex').slice(0, 16)}`)
    .toString(36)
    .padStart(13, '0')
    .slice(0, 10);
