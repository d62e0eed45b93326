import { readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../platform/environment/is-alive.ts';
import { errorMessage } from '../platform/log/error-facts.ts';
import type { ChangedPages } from './version-inputs.ts';

/** Who or what publishes. */
export interface Publisher {
  source: 'studio' | 'watch' | 'import' | 'nightly' | 'start' | 'command';
  /** ID of the member of staff who asked for it. */
  staffId?: string | null;
}

export type PublishStage = 'waiting' | 'building' | 'warming' | 'swapping';
/** Why a publish failed. */
export type PublishProblem =
  | 'content'
  | 'build'
  | 'held'
  | 'nothing-before'
  | 'gone-on'
  | 'closes-studio'
  | 'vanished'
  | 'refused'
  | 'not-taken'
  | 'failed';

/** How a publish ended. */
export type PublishEnd = { at: string; seconds: number } & (
  | { ok: true; versionId: string; built: boolean; changed: ChangedPages | null; servers: number }
  | { ok: false; problem: PublishProblem; message: string }
);

/** How far the publish or rollback is that runs, or how the last one ended; in DATA_DIR/publish-progress.json. */
export interface PublishProgress extends Publisher {
  kind: 'publish' | 'rollback';
  startedAt: string;
  pid: number;
  host: string;
  stage: PublishStage;
  /** What is done of all in this stage; absent where that is not known. */
  done?: number | undefined;
  all?: number | undefined;
  ended: PublishEnd | null;
}

const [BEAT_MS, PAUSE_MS] = [2000, 120];
/** A process whose file was not touched for so long no longer runs, although another one has its number. */
const [OWN_SILENT_MS, OTHER_SILENT_MS] = [60_000, 15_000];
const fileIn = (dataDir: string) => join(dataDir, 'publish-progress.json');

/** Whether a process on this or another machine runs that touches a file. */
export function isRunning({ pid, host }: { pid: number; host: string }, file: string, nowMs = Date.now()): boolean {
  const isOwn = host === hostname();
  const silentMs = nowMs - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return (!isOwn || isAlive(pid)) && silentMs < (isOwn ? OWN_SILENT_MS : OTHER_SILENT_MS);
}

/** Writes a small file whole: a reader sees the old one or the new one. */
export function writeWhole(file: string, data: unknown): void {
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(data), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

/** Reads a JSON file; null when there is none that can be read. */
export function readWhole<T>(file: string): T | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return null;
  }
}

/**
 * The progress of the publish that runs, or the end of the last one; null before the first. `isKilled`: its process
 * ended in the middle.
 */
export function readProgress(dataDir: string): (PublishProgress & { isKilled: boolean }) | null {
  const progress = readWhole<PublishProgress>(fileIn(dataDir));
  return progress && { ...progress, isKilled: !progress.ended && !isRunning(progress, fileIn(dataDir)) };
}

/** When a publish of this machine last wrote its progress that was killed in the middle; null when none was. */
export function killedMs(dataDir: string): number | null {
  const progress = readProgress(dataDir);
  if (!progress?.isKilled || progress.host !== hostname()) return null;
  return statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtimeMs ?? null;
}

/** Runs a publish or rollback and writes how far it is. Callers hold the lock of `oneAtATime`. */
export async function withProgress<Result extends { ok: boolean }>(
  dataDir: string,
  { kind, by }: { kind: PublishProgress['kind']; by: Publisher },
  work: (onStage: (stage: PublishStage, done?: number, all?: number) => void) => Promise<Result>,
  endOf: (
    result: Result,
  ) =>
    | Omit<Extract<PublishEnd, { ok: true }>, 'at' | 'seconds'>
    | { ok: false; problem: PublishProblem; message: string },
): Promise<Result> {
  const file = fileIn(dataDir);
  const startedMs = Date.now();
  const progress: PublishProgress = {
    ...{ kind, ...by, startedAt: new Date(startedMs).toISOString(), pid: process.pid, host: hostname() },
    ...{ stage: 'waiting', ended: null },
  };
  let writtenMs = 0;
  const write = () => {
    writtenMs = Date.now();
    // A publish does not fail because nobody can read how far it is.
    try {
      writeWhole(file, progress);
    } catch {}
  };
  const end = (how: ReturnType<typeof endOf>) => {
    const facts = { at: new Date().toISOString(), seconds: (Date.now() - startedMs) / 1000 };
    progress.ended = { ...facts, ...how };
    write();
  };
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {}
  }, BEAT_MS);
  write();
  try {
    const result = await work((stage, done, all) => {
      const isSame = stage === progress.stage;
      Object.assign(progress, { stage, done, all });
      if (!isSame || done === all || Date.now() - writtenMs > PAUSE_MS) write();
    });
    end(endOf(result));
    return result;
  } catch (error) {
    end({ ok: false, problem: 'failed', message: errorMessage(error) });
    throw error;
  } finally {
    clearInterval(beat);
  }
}
