import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEPT = 3;
const NOTES = ['current', 'held'];

/**
 * The versions of the site below DATA_DIR, each a folder named by its stamp: ten signs for what it was made of, and
 * behind an `n` its edition when it was made of the same things again, as every night.
 */
export interface Versions {
  root: string;
  folderOf(versionId: string): string;
  has(versionId: string): boolean;
  /** The newest version made of these things; null when there is none. */
  find(inputs: string): string | null;
  /** Stamp of the version that `current` names, or of the newest one; null when there is none. */
  current(): string | null;
  setCurrent(versionId: string): void;
  /** The version before the current one made of other things, and never rolled back; null when there is none. */
  previous(): string | null;
  /** The content and code of a version, whatever was known of the past of homes when it was made. */
  madeOf(versionId: string): string;
  /** The content and code that were rolled back and are not shown again by themselves; null when nothing was. */
  held(): string | null;
  hold(madeOf: string | null): void;
  /** Stamps, newest first. */
  all(): string[];
  /** Removes all but the newest three and the current one. */
  prune(): void;
}

/** Opens the versions below a data folder, making the folder when it is not there. */
export function openVersions(dataDir: string): Versions {
  const root = join(dataDir, 'versions');
  mkdirSync(root, { recursive: true });
  const [pointer, holder] = [join(root, 'current'), join(root, 'held')];
  const folderOf = (versionId: string) => join(root, versionId);
  const isComplete = (versionId: string) =>
    existsSync(join(folderOf(versionId), 'catalogue.json')) &&
    existsSync(join(folderOf(versionId), 'server/entry.mjs'));
  const madeAt = (versionId: string) => statSync(folderOf(versionId)).mtimeMs;
  const isVersionId = (name: string) => /^[0-9a-z]+$/.test(name) && !NOTES.includes(name);
  const all = () =>
    readdirSync(root)
      .filter((name) => isVersionId(name) && isComplete(name))
      .sort((a, b) => madeAt(b) - madeAt(a));
  const madeOf = (versionId: string) => read(join(folderOf(versionId), 'made-of')) || versionId.slice(0, 10);
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  const current = () => {
    const named = read(pointer);
    return named && isComplete(named) ? named : (all()[0] ?? null);
  };
  const write = (file: string, text: string) => {
    // Two processes may point at once: each writes a file of its own, and the last one wins.
    writeFileSync(`${file}.${process.pid}`, text);
    renameSync(`${file}.${process.pid}`, file);
  };
  return {
    root,
    folderOf,
    has: isComplete,
    find: (inputs) => all().find((versionId) => versionId === inputs || versionId.startsWith(`${inputs}n`)) ?? null,
    current,
    all,
    setCurrent: (versionId) => write(pointer, versionId),
    previous() {
      const now = current();
      if (now === null) return null;
      const versionIds = all();
      const unwanted = new Set([madeOf(now), read(holder)]);
      return (
        versionIds.slice(versionIds.indexOf(now) + 1).find((versionId) => !unwanted.has(madeOf(versionId))) ?? null
      );
    },
    madeOf,
    held: () => read(holder) || null,
    hold: (what) => (what === null ? rmSync(holder, { force: true }) : write(holder, what)),
    prune() {
      const kept = new Set([current(), ...all().slice(0, KEPT)]);
      for (const name of readdirSync(root)) {
        if (isVersionId(name) && !kept.has(name)) rmSync(join(root, name), { recursive: true, force: true });
      }
    },
  };
}
