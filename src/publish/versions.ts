import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Publisher, readWhole, writeWhole } from './publish-progress.ts';
import { hasManifest, readManifest, writtenAt } from './version-files.ts';

/** When a version became the live one, and by whom. */
export interface Published extends Publisher {
  at: string;
  /** When it was last published; a rollback that shows it again does not change this. */
  publishedAt?: string;
  /** Set by a rollback, until its content is published again. */
  isRolledBack?: boolean;
}

const NAME = 'published.json';

/** Remembers in the folder of a version that it became the live one, by a publish or a rollback. */
export function writePublished(versionDir: string, by: Publisher, how: 'publish' | 'rollback' = 'publish'): void {
  const at = new Date().toISOString();
  const publishedAt = how === 'publish' ? at : (publishedAtOf(versionDir) ?? at);
  try {
    writeWhole(join(versionDir, NAME), { ...by, at, publishedAt } satisfies Published);
  } catch {
    // What is shown stays shown although this cannot be remembered.
  }
}

/** When a version became the live one; null for one of an earlier program. */
export const readPublished = (versionDir: string): Published | null => readWhole<Published>(join(versionDir, NAME));

/** When a version was last published, rollbacks aside; null for one of an earlier program or that never became live. */
function publishedAtOf(versionDir: string): string | null {
  const { at, publishedAt } = readPublished(versionDir) ?? {};
  return publishedAt ?? at ?? null;
}

/** Marks a version that a rollback took back, or one whose content was published again. */
export function markRolledBack(versionDir: string, isRolledBack: boolean): void {
  const published = readPublished(versionDir);
  if (published && (published.isRolledBack ?? false) !== isRolledBack)
    writeWhole(join(versionDir, NAME), { ...published, isRolledBack } satisfies Published);
}

const NOTES = ['current', 'held'];

/** Whether a name in the folder of the versions can be that of a version. */
export const isVersionId = (name: string): boolean => /^[0-9a-z]+$/.test(name) && !NOTES.includes(name);

/**
 * The versions of the site below DATA_DIR, each in a folder named by its ID: ten characters of the hash of its inputs,
 * followed by `n` and an edition when the same inputs were built again, as every night.
 */
export interface Versions {
  root: string;
  folderOf(versionId: string): string;
  has(versionId: string): boolean;
  /** The newest version with these inputs; null when there is none. */
  find(inputs: string): string | null;
  /** ID of the version that `current` names, or of the newest one; null when there is none. */
  current(): string | null;
  setCurrent(versionId: string): void;
  /** The version that was published before the current one, with other inputs and not rolled back; null for none. */
  previous(): string | null;
  /** The hash of the content and code of a version, without the history of its properties. */
  madeOf(versionId: string): string;
  /** IDs, newest first. */
  all(): string[];
}

/** Opens the versions below a data folder; creates the folder when it does not exist. */
export function openVersions(dataDir: string): Versions {
  const root = join(dataDir, 'versions');
  mkdirSync(root, { recursive: true });
  const pointer = join(root, 'current');
  const folderOf = (versionId: string) => join(root, versionId);
  const isComplete = (versionId: string) => hasManifest(folderOf(versionId));
  // Packing its files changes the moment of the folder.
  const madeAt = (name: string) => writtenAt(folderOf(name)) ?? statSync(folderOf(name)).mtimeMs;
  const all = () =>
    readdirSync(root)
      .filter((name) => isVersionId(name) && isComplete(name))
      .sort((a, b) => madeAt(b) - madeAt(a));
  const madeOf = (versionId: string) => readManifest(folderOf(versionId))?.madeOf ?? versionId.slice(0, 10);
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  const current = () => {
    const named = read(pointer);
    return named && isComplete(named) ? named : (all()[0] ?? null);
  };
  const write = (file: string, text: string) => {
    // Two processes may write the pointer at once: each writes a file of its own, and the last rename wins.
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
      const rolledBack = versionIds.filter((one) => readPublished(folderOf(one))?.isRolledBack);
      const unwanted = new Set([now, ...rolledBack].map(madeOf));
      const publishedAt = (versionId: string) => publishedAtOf(folderOf(versionId)) ?? '';
      const isWanted = (versionId: string) => !unwanted.has(madeOf(versionId));
      // Content that comes back has the version that was made of it the first time: its age says nothing.
      const published = versionIds
        .filter((one) => isWanted(one) && publishedAt(one) && publishedAt(one) < publishedAt(now))
        .sort((a, b) => publishedAt(b).localeCompare(publishedAt(a)));
      // Those of an earlier program have nothing but their age.
      const older = versionIds.slice(versionIds.indexOf(now) + 1);
      return published[0] ?? older.find((one) => isWanted(one) && !publishedAt(one)) ?? null;
    },
    madeOf,
  };
}
