import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = 3;

/** The versions of the site below DATA_DIR, each a folder named by its stamp. */
export interface Versions {
  folderOf(stamp: string): string;
  has(stamp: string): boolean;
  /** Stamp of the version that `current` names, or of the newest one; null when there is none. */
  current(): string | null;
  setCurrent(stamp: string): void;
  /** Stamps, newest first. */
  all(): string[];
  /** Removes all but the newest three and the current one. */
  prune(): void;
}

/** Opens the versions below a data folder, making the folder when it is not there. */
export function openVersions(dataDir: string): Versions {
  const root = join(dataDir, 'versions');
  mkdirSync(root, { recursive: true });
  const pointer = join(root, 'current');
  const folderOf = (stamp: string) => join(root, stamp);
  const isComplete = (stamp: string) =>
    existsSync(join(folderOf(stamp), 'catalogue.json')) && existsSync(join(folderOf(stamp), 'server/entry.mjs'));
  const all = () =>
    readdirSync(root)
      .filter((name) => /^[0-9a-z]+$/.test(name) && name !== 'current' && isComplete(name))
      .sort((a, b) => statSync(join(root, b)).mtimeMs - statSync(join(root, a)).mtimeMs);
  const current = () => {
    const named = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
    return named && isComplete(named) ? named : (all()[0] ?? null);
  };
  return {
    folderOf,
    has: isComplete,
    current,
    all,
    setCurrent(stamp) {
      writeFileSync(`${pointer}.new`, stamp);
      renameSync(`${pointer}.new`, pointer);
    },
    prune() {
      const kept = new Set([current(), ...all().slice(0, KEPT)]);
      for (const name of readdirSync(root)) {
        if (!name.startsWith('current') && !kept.has(name) && !name.startsWith('building-'))
          rmSync(join(root, name), { recursive: true, force: true });
      }
    },
  };
}
