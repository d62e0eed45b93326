import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type FileCache, NO_CACHE } from '../../platform/files/file-cache.server.ts';

/** Files and folders of the project that are inputs of a build. */
const SOURCES = ['src', 'public', 'package-lock.json', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];

/** Where bundles are below a data folder. */
export const bundleDirOf = (dataDir: string, bundle: string): string => join(resolve(dataDir), 'bundles', bundle);

/** Ten characters that are equal only for equal code and dependencies. */
export function codeHashOf({ projectDir, cache }: { projectDir: string; cache?: FileCache | undefined }): string {
  const hash = createHash('sha256');
  addCode(hash, projectDir, cache);
  return tenSigns(hash);
}

/** Adds the code and the dependencies. */
export function addCode(hash: Hash, projectDir: string, cache?: FileCache): void {
  for (const source of SOURCES) addFolder(hash, projectDir, source, cache);
}

/** Adds a file, or all files below a folder except hidden ones; a cache keeps the hashes of files as they were. */
function addFolder(hash: Hash, root: string, path: string, cache?: FileCache): void {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    addFile(hash, full, path, cache);
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = `${path}/${entry.name}`;
    if (entry.name.startsWith('.')) continue;
    if (entry.isFile()) addFile(hash, join(full, entry.name), inner, cache);
    else addFolder(hash, root, inner, cache);
  }
}

function addFile(hash: Hash, file: string, path: string, cache: FileCache = NO_CACHE): void {
  const content = cache.of('hash', file, (bytes) => createHash('sha1').update(bytes).digest('hex'));
  hash.update(`\n${path}\n${content}`);
}

/** Ten characters of a hash. */
export const tenSigns = (hash: Hash): string =>
  BigInt(`0x${hash.digest('hex').slice(0, 16)}`)
    .toString(36)
    .padStart(13, '0')
    .slice(0, 10);
