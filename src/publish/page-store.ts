import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { threadId } from 'node:worker_threads';

/**
 * The pages of all versions below DATA_DIR, each in a file named by the hash of its content, so that equal pages of
 * several versions are one file. Beside a file lies its compressed form, `.br`.
 */
export interface PageStore {
  fileOf(hash: string): string;
  /** Stores a body and returns its hash; a body that is there already is not written again. */
  put(body: string | Uint8Array): string;
  /** Whether the file of a hash is there and not empty. */
  has(hash: string): boolean;
  /** Whether the file of a hash has that content; a damaged file is removed, so that the page is made again. */
  isWhole(hash: string): boolean;
  /** Removes what no version refers to, and what killed processes left; only while nothing else publishes. */
  prune(kept: ReadonlySet<string>): void;
}

const HASH_LENGTH = 40;

const HOUR_MS = 3_600_000;
const isUnfinished = (name: string) => !/^[0-9a-f]+(\.br)?$/.test(name);
const isOld = (file: string) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > HOUR_MS;

/** The hash under which a body is stored. */
export const hashOfPage = (body: string | Uint8Array): string =>
  createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);

/** Opens the store of a data folder; `known` are hashes that need not be looked for. */
export function openPageStore(dataDir: string, known = new Set<string>()): PageStore {
  const root = join(resolve(dataDir), 'pages');
  const fileOf = (hash: string) => join(root, hash.slice(0, 2), hash.slice(2));
  const isThere = (hash: string) => (statSync(fileOf(hash), { throwIfNoEntry: false })?.size ?? 0) > 0;
  const has = (hash: string) => {
    if (!known.has(hash) && isThere(hash)) known.add(hash);
    return known.has(hash);
  };
  return {
    fileOf,
    has,
    put(body) {
      const hash = hashOfPage(body);
      // Another process may have removed what was known.
      if (isThere(hash)) return hash;
      const file = fileOf(hash);
      mkdirSync(dirname(file), { recursive: true });
      // A file under its own name is always whole.
      const unfinished = `${file}.${process.pid}-${threadId}.new`;
      writeFileSync(unfinished, body);
      renameSync(unfinished, file);
      return hash;
    },
    isWhole(hash) {
      if (!isThere(hash)) return false;
      if (hashOfPage(readFileSync(fileOf(hash))) === hash) return true;
      for (const ending of ['', '.br']) rmSync(`${fileOf(hash)}${ending}`, { force: true });
      return false;
    },
    prune(kept) {
      for (const hash of known) if (!kept.has(hash)) known.delete(hash);
      if (!existsSync(root)) return;
      for (const folder of readdirSync(root))
        for (const name of readdirSync(join(root, folder))) {
          const file = join(root, folder, name);
          const isKept = kept.has(folder + name.slice(0, HASH_LENGTH - 2));
          if (!isKept || (isUnfinished(name) && isOld(file))) rmSync(file, { force: true });
        }
    },
  };
}
