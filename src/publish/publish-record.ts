import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { type ContentProblem, describeProblem } from '../content/files/problems.ts';
import type { Environment } from '../platform/environment/environment.server.ts';
import type { FileCache } from '../platform/files/file-cache.server.ts';
import { writeAtomically } from '../platform/files/write.server.ts';
import { parsed } from '../platform/values/parsed.ts';
import type { BuildResult } from './build-version.ts';
import { killedMs, type PublishProblem, writeWhole } from './publish-progress.ts';
import { type ContentFiles, changedFiles, contentFilesOf, readContentFiles } from './version-inputs.ts';
import { openVersions } from './versions.ts';

const STALE_MS = 10_000;
const folderIn = (dataDir: string) => join(dataDir, 'versions');
const lockIn = (dataDir: string) => join(folderIn(dataDir), 'publishing.lock');

/** Runs one publish or build at a time, also among machines on one shared folder: each removes what none needs. */
export async function oneAtATime<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const folder = folderIn(dataDir);
  mkdirSync(folder, { recursive: true });
  const release = await lock(folder, {
    stale: STALE_MS,
    retries: { forever: true, minTimeout: 200, maxTimeout: 1000 },
    lockfilePath: lockIn(dataDir),
  });
  try {
    return await work();
  } finally {
    await release();
  }
}

/** Removes the lock of a publish that was killed on this machine, for which others would wait until it is stale. */
export function freeLockOfKilled(dataDir: string): void {
  const [diedMs, lockedMs] = [killedMs(dataDir), statSync(lockIn(dataDir), { throwIfNoEntry: false })?.mtimeMs];
  // A lock that was touched later may be that of another process.
  if (diedMs !== null && lockedMs !== undefined && lockedMs <= diedMs) rmSync(lockIn(dataDir), { recursive: true });
}

/** The result of a publish; `seconds` from its start until every running server showed the version. */
export type PublishResult =
  | (Extract<BuildResult, { ok: true }> & {
      /** Number of servers that show it now; 0 when none is running. */
      servers: number;
    })
  | { ok: false; problem: 'content' | 'build'; problems: ContentProblem[]; output: string }
  | { ok: false; problem: Exclude<PublishProblem, 'content' | 'build' | 'failed'>; message: string };

const failureSchema = z.object({
  /** When the first of the attempts failed that failed one after another. */
  since: z.string(),
  /** What the last attempt said, one sentence per line. */
  reasons: z.array(z.string()),
  /** Number of errors of which `reasons` are the first. */
  errors: z.number(),
});
/** Why the content could not be published, stored in DATA_DIR/publish.json until a publish succeeds. */
export type PublishFailure = z.infer<typeof failureSchema>;

const MOST_REASONS = 5;
const stateFileOf = (dataDir: string) => join(dataDir, 'publish.json');

/** The failure of the last publish; null when it succeeded. */
export function readPublishFailure(dataDir: string): PublishFailure | null {
  try {
    return parsed(failureSchema, readFileSync(stateFileOf(dataDir), 'utf8'));
  } catch {
    return null;
  }
}

/** Remembers the result of a publish. A version that was rolled back on purpose is not a failure. */
export async function recordPublish(dataDir: string, result: PublishResult, nowMs = Date.now()): Promise<void> {
  if (result.ok) return rmSync(stateFileOf(dataDir), { force: true });
  if (result.problem === 'held' || result.problem === 'nothing-before') return;
  const all = 'message' in result ? [result.message] : errorsOf(result);
  const failure: PublishFailure = {
    since: readPublishFailure(dataDir)?.since ?? new Date(nowMs).toISOString(),
    reasons: all.slice(0, MOST_REASONS),
    errors: all.length,
  };
  await writeAtomically(stateFileOf(dataDir), JSON.stringify(failure));
}

function errorsOf({ problems, output }: Extract<PublishResult, { output: string }>): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error').map(describeProblem);
  const [first = 'The build failed.'] = output.split('\n').filter((line) => line.trim() !== '');
  return errors.length > 0 ? errors : [first];
}

/**
 * What rollbacks took back since the last publish: `madeOf` of the versions, and of each file or folder of media that
 * differs the hashes that are not published by themselves.
 */
const held = z.object({ madeOf: z.array(z.string()), files: z.record(z.string(), z.array(z.string())) });
type Held = z.infer<typeof held>;

const MOST_NAMED = 5;

const heldFileOf = (dataDir: string) => join(openVersions(dataDir).root, 'held');

/** What is held; null when nothing is. Of an earlier program the file holds one hash and nothing else. */
export function readHeld(dataDir: string): Held | null {
  const file = heldFileOf(dataDir);
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
  writeWhole(heldFileOf(dataDir), { madeOf: [...before.madeOf, versions.madeOf(from)], files } satisfies Held);
}

/** Ends the hold, because what is on the disk was published. */
export const endHold = (dataDir: string): void => rmSync(heldFileOf(dataDir), { force: true });

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
