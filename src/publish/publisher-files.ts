import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '../platform/log/error-facts.ts';
import { isRunning, type Publisher, type PublishProgress, readWhole, writeWhole } from './publish-progress.ts';
import { announce, announced } from './servers.ts';

/** Something that the publisher process is asked to do. */
export interface PublishJob extends Publisher {
  kind: PublishProgress['kind'];
  at: string;
  /** The version that a rollback is to leave. */
  from?: string | undefined;
}
/** A job that the publisher has taken, until it has ended. */
export type TakenJob = PublishJob & { pid: number; host: string };

/** A publisher that was started says so within this time. */
export const START_MS = 15_000;

/** The files through which servers and the publisher speak, in DATA_DIR/publisher/. */
export function publisherFiles(dataDir: string) {
  const folder = join(dataDir, 'publisher');
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    /** A job that nobody has taken. */
    wanted: join(folder, 'wanted.json'),
    taken: join(folder, 'taken.json'),
    /** When somebody last asked how the content differs from the live version. */
    asked: join(folder, 'asked.json'),
    found: join(folder, 'found.json'),
    started: join(folder, 'started.json'),
    log: join(folder, 'publisher.log'),
    processes: join(folder, 'processes'),
  };
}
export type PublisherFiles = ReturnType<typeof publisherFiles>;

const watchersIn = (dataDir: string) => join(dataDir, 'watchers');

/** Announces that this process publishes after each change of the content, until `close`. */
export function announceWatcher(dataDir: string): { close(): void } {
  const announcement = announce<{ since: string }>(watchersIn(dataDir));
  announcement.tell({ since: new Date().toISOString() });
  return announcement;
}

/** Whether a process publishes after each change of the content. */
export const isWatched = (dataDir: string): boolean => announced(watchersIn(dataDir)).length > 0;

/** Whether a publisher process runs, which has read the content already. */
export const isPublisherRunning = (dataDir: string): boolean => announced(publisherFiles(dataDir).processes).length > 0;

/** Puts a job down unless one waits already; returns the one that waits. */
export function wantJob(files: PublisherFiles, job: PublishJob): PublishJob {
  // Writing fails when the file exists: two presses at the same moment are one job.
  try {
    writeFileSync(files.wanted, JSON.stringify(job), { flag: 'wx', mode: 0o600 });
    return job;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return readWhole<PublishJob>(files.wanted) ?? job;
  }
}

/** Takes the job that waits; null when there is none. */
export function takeJob(files: PublisherFiles): TakenJob | null {
  const job = readWhole<PublishJob>(files.wanted);
  if (!job) return null;
  const taken = { ...job, pid: process.pid, host: hostname() };
  writeWhole(files.taken, taken);
  rmSync(files.wanted, { force: true });
  return taken;
}

/** The job that waits for the publisher or for another publish; `isLost`: its process ended, or none came. */
export function waitingJob(dataDir: string, nowMs = Date.now()): (PublishJob & { isLost: boolean }) | null {
  const files = publisherFiles(dataDir);
  const taken = readWhole<TakenJob>(files.taken);
  const wanted = readWhole<PublishJob>(files.wanted);
  if (taken && (!wanted || isRunning(taken, files.taken))) return { ...taken, isLost: !isRunning(taken, files.taken) };
  if (!wanted) return null;
  return { ...wanted, isLost: nowMs - Date.parse(wanted.at) > START_MS && !isPublisherRunning(dataDir) };
}

/** Asks the publisher to look at the content; returns the moment that its result then bears at least. */
export function askForLook(files: PublisherFiles): number {
  const at = Date.now();
  writeWhole(files.asked, { at });
  return at;
}
