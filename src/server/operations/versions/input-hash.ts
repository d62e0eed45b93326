import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { NO_PAST, type Past } from '../../services/property-history/build-history.ts';

/** Files and folders of the project that are inputs of a build. */
const SOURCES = ['src', 'public', 'package-lock.json', 'astro.config.mjs', 'astro-i18next.config.cjs', 'tsconfig.json'];

/**
 * Folders of the content that are not inputs of a build: private documents, removed properties, and what commands
 * write.
 */
const LEFT_OUT = new Set(['documents', 'schemas', 'gone']);

/** The inputs of a build. */
interface Inputs {
  contentDir: string;
  projectDir: string;
  siteUrl: string;
  /** The data of the properties table that a build uses. */
  past?: Past;
}

/**
 * Ten characters that are equal only for equal builds: content, code, dependencies and public URL. Media count by path,
 * size and modification time alone, so that a hundred thousand photographs need not be read.
 */
export function inputsHashOf({ contentDir, projectDir, siteUrl, past = NO_PAST }: Inputs): string {
  // News are left out: recording a version must not make another version of the same content. The nightly job builds
  // the same content again, without the news that are too old by then.
  const hash = createHash('sha256').update(siteUrl).update(JSON.stringify(past.expired));
  addFolder(hash, contentDir, '', (path) => LEFT_OUT.has(path));
  for (const source of SOURCES) addFolder(hash, projectDir, source);
  return tenSigns(hash);
}

/** The same for the code, the dependencies and the public URL alone. */
export function codeHashOf({ projectDir, siteUrl }: Pick<Inputs, 'projectDir' | 'siteUrl'>): string {
  const hash = createHash('sha256').update(siteUrl);
  for (const source of SOURCES) addFolder(hash, projectDir, source);
  return tenSigns(hash);
}

/** Adds a file, or all files below a folder except hidden ones and those left out. */
function addFolder(hash: Hash, root: string, path: string, isLeftOut: (path: string) => boolean = () => false): void {
  const full = join(root, path);
  if (!existsSync(full)) return;
  if (!statSync(full).isDirectory()) {
    addFile(hash, full, path);
    return;
  }
  const entries = readdirSync(full, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const inner = path ? `${path}/${entry.name}` : entry.name;
    if (entry.name.startsWith('.') || isLeftOut(inner)) continue;
    if (entry.isFile()) addFile(hash, join(full, entry.name), inner);
    else addFolder(hash, root, inner, isLeftOut);
  }
}

function addFile(hash: Hash, file: string, path: string): void {
  hash.update(`\n${path}\n`);
  const { size, mtimeMs } = path.startsWith('media/') ? statSync(file) : { size: 0, mtimeMs: 0 };
  hash.update(size > 0 ? `${size} ${mtimeMs}` : readFileSync(file));
}

const tenSigns = (hash: Hash): string =>
  BigInt(`0x${hash.digest('hex').slice(0, 16)}`)
    .toString(36)
    .padStart(13, '0')
    .slice(0, 10);
