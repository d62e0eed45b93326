import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { checkContent } from '../content/check/check-content.server.ts';
import type { ContentProblem } from '../content/files/problems.ts';
import { versionsAt } from '../content/history/content-history.server.ts';
import { recordHandEdits } from '../content/history/content-writer.server.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { BuildMemory } from './build-version.ts';
import { readWhole, writeWhole } from './publish-progress.ts';
import { heldFiles, readHeld } from './publish-record.ts';
import type { PublisherFiles } from './publisher-files.ts';
import { writtenAt } from './version-files.ts';
import {
  type ChangedFile,
  type ContentFiles,
  changedFiles,
  contentFilesOf,
  LEFT_OUT,
  readContentFiles,
} from './version-inputs.ts';
import { openVersions, readPublished } from './versions.ts';

/** A finding of the content check, as far as the studio shows it. */
export type Finding = Pick<
  ContentProblem,
  'severity' | 'kind' | 'file' | 'field' | 'path' | 'found' | 'allowed' | 'meant'
>;

/** How the content differs from the live version, and what the content check says of it. */
export interface FoundChanges {
  /** When the content was looked at, in milliseconds since 1970. */
  at: number;
  /** ID of the live version; null without one. */
  versionId: string | null;
  /** Hash of the content that was looked at. */
  key: string;
  count: number;
  /** The first of them, the latest change first. */
  files: (ChangedFile & { changedMs: number })[];
  /** Whether this content was rolled back and is not published by itself. */
  isHeld: boolean;
  /** When the version that a rollback shows again became the live one; null when there is none to go back to. */
  previousAt: string | null;
  findings: {
    /** Hash of the content that was checked; another one than `key` while it is checked again. */
    key: string;
    errors: number;
    warnings: number;
    /** The first of them, errors first. */
    list: Finding[];
  } | null;
}

const [MOST_FILES, MOST_FINDINGS] = [500, 60];

/** What was found last; null before the first time. */
export const readFound = ({ found }: Pick<PublisherFiles, 'found'>): FoundChanges | null =>
  readWhole<FoundChanges>(found);

/**
 * Compares the content with that of the live version and checks it, in the publisher process; edits by hand go into the
 * history. `memory` makes the next time, and the next publish, quick.
 */
export async function findChanges(
  settings: Environment,
  files: PublisherFiles,
  memory: BuildMemory,
  isStopped: () => boolean,
): Promise<FoundChanges> {
  const { contentDir, dataDir } = settings;
  memory.files.lookAgain();
  const at = Date.now();
  const last = readFound(files);
  const now = contentFilesOf(contentDir, memory.files);
  const key = createHash('sha1').update(JSON.stringify(now)).digest('hex');
  if (last?.key !== key) await recordHandEdits(settings, (message) => console.error(message), memory.files);
  const versionId = openVersions(dataDir).current();
  const changed = await changesSince(versionId, now, settings);
  const found: FoundChanges = {
    ...{ at, versionId, key, count: changed.length, isHeld: isHeld(dataDir, now) },
    previousAt: previousAt(dataDir),
    files: changed
      .map((one) => ({
        ...one,
        changedMs: statSync(join(contentDir, one.file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
      }))
      .sort((a, b) => b.changedMs - a.changedMs)
      .slice(0, MOST_FILES),
    findings: last?.findings ?? null,
  };
  if (found.findings?.key !== key) {
    // The changes are there while the check runs.
    writeWhole(files.found, found);
    if (isStopped()) return found;
    found.findings = { key, ...(await findingsOf(settings, memory)) };
  }
  writeWhole(files.found, found);
  return found;
}

async function findingsOf({ contentDir, dataDir }: Environment, memory: BuildMemory) {
  const { problems } = await checkContent({ contentDir, dataDir, memory, now: new Date() });
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  // Neither hides the other.
  const list = [...errors.slice(0, MOST_FINDINGS), ...warnings.slice(0, MOST_FINDINGS)].map(
    ({ severity, kind, file, field, path, found, allowed, meant }): Finding => ({
      ...{ severity, file, field, found, allowed, meant },
      ...(kind && { kind }),
      ...(path && { path }),
    }),
  );
  return { errors: errors.length, warnings: warnings.length, list };
}

/** What differs from the version; of one of an earlier program, what the history has from since then. */
async function changesSince(
  versionId: string | null,
  now: ContentFiles,
  settings: Environment,
): Promise<ChangedFile[]> {
  if (!versionId) return [];
  const versionDir = openVersions(settings.dataDir).folderOf(versionId);
  const before = readContentFiles(versionDir);
  if (before) return changedFiles(before, now);
  const files = await versionsAt(settings, liveSince(versionDir), now.files);
  const isInput = ({ file }: ChangedFile) => !LEFT_OUT.has(file.split('/')[0] ?? '');
  return changedFiles({ files, media: now.media }, now).filter(isInput);
}

function previousAt(dataDir: string): string | null {
  const versions = openVersions(dataDir);
  const versionId = versions.previous();
  return versionId && liveSince(versions.folderOf(versionId));
}

/** When a version became the live one; of one of an earlier program, when it was made. */
export const liveSince = (versionDir: string): string =>
  readPublished(versionDir)?.at ?? new Date(writtenAt(versionDir) ?? Date.now()).toISOString();

/** Whether the content has what a rollback took back, or is that of such a version. */
function isHeld(dataDir: string, now: ContentFiles): boolean {
  const held = readHeld(dataDir);
  if (!held) return false;
  if (heldFiles(held, now).length > 0) return true;
  const versions = openVersions(dataDir);
  const versionId = versions.all().find((one) => held.madeOf.includes(versions.madeOf(one)));
  const before = versionId ? readContentFiles(versions.folderOf(versionId)) : null;
  return before !== null && changedFiles(before, now).length === 0;
}
