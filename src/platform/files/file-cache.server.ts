import { type BigIntStats, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What was made of files, kept for as long as the files are the same. */
export interface FileCache {
  /** What `make` gives for the bytes of a file; `use` distinguishes several things made of one file. */
  of<T>(use: string, file: string, make: (bytes: Buffer) => T): T;
  /** What `make` gives, until the files are looked at again. */
  once<T>(use: string, make: () => T): T;
  /** Looks at the files again: between two calls they count as unchanged. */
  lookAgain(): void;
}

/** The file system changes this when a file is written, even where size and modification time stay. */
const stateOf = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string => `${ino} ${size} ${mtimeNs} ${ctimeNs}`;

/** Opens an empty cache; what it returns must not be changed in ways that depend on other files. */
export function openFileCache(): FileCache {
  const kept = new Map<string, { state: string; value: unknown }>();
  let states = new Map<string, string>();
  let made = new Map<string, unknown>();
  return {
    of<T>(use: string, file: string, make: (bytes: Buffer) => T): T {
      const state = states.get(file) ?? stateOf(statSync(file, { bigint: true }));
      states.set(file, state);
      const key = `${use} ${file}`;
      const known = kept.get(key);
      if (known?.state === state) return known.value as T;
      const value = make(readFileSync(file));
      kept.set(key, { state, value });
      return value;
    },
    once<T>(use: string, make: () => T): T {
      if (!made.has(use)) made.set(use, make());
      return made.get(use) as T;
    },
    lookAgain() {
      states = new Map();
      made = new Map();
    },
  };
}

/** Reads each file anew. */
export const NO_CACHE: FileCache = {
  of: (_use, file, make) => make(readFileSync(file)),
  once: (_use, make) => make(),
  lookAgain: () => {},
};

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
