import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { FileCache } from '../platform/files/file-cache.server.ts';
import { type ContentFiles, changedFiles, contentFilesOf, readContentFiles } from './content-files.ts';
import { writeWhole } from './publish-progress.ts';
import { openVersions } from './versions.ts';

/**
 * What rollbacks took back since the last publish: `madeOf` of the versions, and of each file or folder of media that
 * differs the hashes that are not published by themselves.
 */
const held = z.object({ madeOf: z.array(z.string()), files: z.record(z.string(), z.array(z.string())) });
type Held = z.infer<typeof held>;

const MOST_NAMED = 5;

const fileOf = (dataDir: string) => join(openVersions(dataDir).root, 'held');

/** What is held; null when nothing is. Of an earlier program the file holds one hash and nothing else. */
export function readHeld(dataDir: string): Held | null {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  try {
    return held.parse(JSON.parse(text));
  } catch {
    return { madeOf: [text], files: {} };
  }
}

/** Holds what the version `from` has and `to` has not, beside what is held already. */
export function holdBack(dataDir: string, from: string, to: string): void {
  const versions = openVersions(dataDir);
  const before = readHeld(dataDir) ?? { madeOf: [], files: {} };
  const [fresh, old] = [from, to].map((versionId) => readContentFiles(versions.folderOf(versionId)));
  const files = { ...before.files };
  for (const { file, now } of fresh && old ? changedFiles(old, fresh) : [])
    files[file] = [...new Set([...(files[file] ?? []), now])];
  writeWhole(fileOf(dataDir), { madeOf: [...before.madeOf, versions.madeOf(from)], files } satisfies Held);
}

/** Ends the hold, because what is on the disk was published. */
export const endHold = (dataDir: string): void => rmSync(fileOf(dataDir), { force: true });

/** The files, and folders of media, of the present content that are as a rollback took them back. */
export const heldFiles = ({ files }: Held, now: ContentFiles): string[] =>
  Object.keys(files).filter((file) => files[file]?.includes(now.files[file] ?? now.media[file] ?? ''));

/**
 * Why the content on the disk is not published by itself, in a sentence; null when it may be. `madeOf` is the hash of
 * this content and of the code.
 */
export function whyHeld(
  { contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>,
  madeOf: string,
  cache?: FileCache,
): string | null {
  const held = readHeld(dataDir);
  if (!held) return null;
  const files = heldFiles(held, contentFilesOf(contentDir, cache));
  if (files.length === 0 && !held.madeOf.includes(madeOf)) return null;
  const more = files.length > MOST_NAMED ? ` and ${files.length - MOST_NAMED} more` : '';
  const which = files.length > 0 ? ` (${files.slice(0, MOST_NAMED).join(', ')}${more})` : '';
  return `This content was rolled back${which}: change that, or publish everything with "npm run site -- publish".`;
}
