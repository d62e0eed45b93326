import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { announceServer, type ServerState } from './servers.ts';
import { openVersions } from './versions.ts';

interface Login {
  email: string;
  password: string;
}

/** The logins of the demo owner and the demo member of staff, each sent once: when it was created. */
export type Demo = { owner: Login | null; staff: Login | null } | null;

/** A message from a worker to its supervisor; versions are named by their folders. */
export interface WorkerMessage {
  shown?: string;
  /** The version needs a process of its own: its code or a setting that is read at the start is another. */
  needsProcess?: string;
  cannotShow?: string;
  why?: string;
  listening?: number;
  failed?: string;
  retired?: boolean;
  demo?: Demo;
}

/**
 * How Node starts the process that serves. Pages are short-lived objects: by default the heap may grow to several times
 * of what is used before it is collected, and an arena of memory per thread returns nothing to the system. Under 20
 * forms and 60 pages a second with their mails these flags take 290 MB instead of 510 and more, at the same speed
 * (`npm run trials -- soak`).
 */
export const WORKER_FLAGS: readonly string[] = [
  '--experimental-strip-types',
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=8',
  '--heap-growing-percent=30',
];

/** Variables that the C library reads when the process starts. */
export const WORKER_VARIABLES: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };

const LOOK_MS = 250;
/** The pause before a process that ended is started again: none at first, longer each time it ends again soon. */
const PAUSES_MS = [0, 250, 500, 1000, 2000, 5000, 10_000];
/** A process that lived this long has not ended soon. */
const SOON_MS = 60_000;

/** The processes that serve a site. */
export interface Supervisor {
  /** Ends all of them; resolves when they have ended. */
  stop(): Promise<void>;
  /** No other version will come: ends the program when the current one did not start. */
  noneWillCome(): void;
}

/**
 * Shows the current version in a worker, which takes in a newer one as soon as it becomes current. A version with other
 * code gets a worker of its own, beside the old one; once it is listening, the old one stops accepting connections and
 * finishes. A worker that crashes is restarted at once, and more slowly when it crashes again and again.
 */
export function supervise({
  dataDir,
  workerFile,
  versionId: first,
  ready,
  log,
  mayCome = () => false,
}: {
  dataDir: string;
  /** The program of a worker, which serves the version that DORPEL_VERSION_DIR names. */
  workerFile: string;
  versionId: string;
  ready: (demo: Demo) => void;
  log: Pick<Logger, 'info' | 'error'>;
  /** Whether a version is being made that can replace one that does not start; without it the program ends. */
  mayCome?: () => boolean;
}): Supervisor {
  // A worker takes connections from the system itself: one that was handed to a process that dies would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: workerFile, execArgv: [...WORKER_FLAGS] });
  const versions = openVersions(dataDir);
  const announcement = announceServer(dataDir);
  let active: { worker: Worker; versionId: string } | null = null;
  let coming: { worker: Worker; versionId: string } | null = null;
  let refused: ServerState['refused'];
  /** The version that the active worker was told to show. */
  let asked: string | null = null;
  let [stopping, deaths] = [false, 0];
  let settled = () => {};
  /** The version that was served last. */
  let good: string | null = null;

  /** Starts a worker again after the pause that its earlier ends ask for. */
  function relaunch(versionId: string, livedMs: number): void {
    deaths = livedMs < SOON_MS ? deaths + 1 : 1;
    const pauseMs = PAUSES_MS[Math.min(deaths, PAUSES_MS.length) - 1];
    setTimeout(() => !stopping && !coming && !active && launch(versionId), pauseMs);
  }

  function launch(versionId: string): void {
    // With compiled code at hand a process starts in half of the time.
    const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compile-cache');
    const worker = cluster.fork({
      ...WORKER_VARIABLES,
      DORPEL_VERSION_DIR: versions.folderOf(versionId),
      NODE_COMPILE_CACHE,
    });
    const own = { worker, versionId };
    const startedMs = Date.now();
    coming = own;
    worker.on('message', (message: WorkerMessage) => {
      const { listening, failed, retired, demo } = message;
      if (active === own) hear(own, message);
      if (retired) settled();
      else if (failed) fail(own, failed);
      else if (listening && coming === own) take(own, demo ?? null);
    });
    worker.on('exit', (code) => {
      // A worker that is stopped before it listened has not failed.
      if (coming === own && stopping) return;
      if (coming === own) return fail(own, `its process ended (${code}) before it listened`, Date.now() - startedMs);
      if (active !== own) settled();
      if (stopping || active !== own) return;
      [active, asked] = [null, null];
      log.error(`The server process ended (${code}); a new one is started.`);
      // It may have taken in other versions since it started.
      relaunch(own.versionId, Date.now() - startedMs);
    });
  }

  /** What the active worker says of a version that it was told to show in place of its own. */
  function hear(
    own: { worker: Worker; versionId: string },
    { shown, needsProcess, cannotShow, why = '' }: WorkerMessage,
  ) {
    const versionId = asked;
    if (!versionId || ![shown, needsProcess, cannotShow].includes(versions.folderOf(versionId))) return;
    asked = null;
    if (shown) {
      [own.versionId, good, refused] = [versionId, versionId, undefined];
      announcement.tell({ versionId, since: new Date().toISOString() });
      log.info(`Version ${versionId} is shown.`);
    } else if (needsProcess) launch(versionId);
    else {
      log.error(why);
      refused = { versionId, message: why };
      announcement.tell({ versionId: own.versionId, since: new Date().toISOString(), refused });
    }
  }

  function take(own: { worker: Worker; versionId: string }, demo: Demo): void {
    const [old, isFirst] = [active, good === null];
    [active, coming, refused, good] = [own, null, undefined, own.versionId];
    // Called when the old worker has stopped accepting: from then on every new connection gets the new version.
    settled = () => {
      announcement.tell({ versionId: own.versionId, since: new Date().toISOString() });
      if (old && old.versionId !== own.versionId) log.info(`Version ${own.versionId} is shown.`);
      settled = () => {};
    };
    if (old?.worker.isConnected()) old.worker.send({ retire: true });
    else settled();
    if (isFirst) ready(demo);
  }

  function fail(own: { worker: Worker; versionId: string }, message: string, livedMs = 0): void {
    if (coming !== own) return void log.error(message);
    coming = null;
    own.worker.kill();
    log.error(message);
    const shown = active?.versionId ?? good;
    if (shown && shown !== own.versionId) {
      refused = { versionId: own.versionId, message };
      announcement.tell({ versionId: shown, since: new Date().toISOString(), refused });
      // The worker of the version that was shown crashed while the new one was starting.
      if (!active) relaunch(shown, livedMs);
      return;
    }
    refused = { versionId: own.versionId, message };
    if (good) relaunch(good, livedMs);
    else if (!mayCome()) giveUp();
  }

  function giveUp(): void {
    stopping = true;
    process.exitCode = 1;
    close();
  }

  function look(): void {
    const wanted = versions.current();
    if (stopping || coming || asked || !wanted || wanted === refused?.versionId) return;
    if (!active) {
      if (!good) launch(wanted);
      return;
    }
    if (wanted !== active.versionId) {
      asked = wanted;
      active.worker.send({ show: versions.folderOf(wanted) });
      return;
    }
    // The refused version was withdrawn; it may be fixed and tried again.
    if (refused) announcement.tell({ versionId: active.versionId, since: new Date().toISOString() });
    refused = undefined;
  }

  const looking = setInterval(look, LOOK_MS);
  const watcher = watch(versions.root, look);
  watcher.on('error', () => watcher.close());

  function close(): void {
    clearInterval(looking);
    watcher.close();
    announcement.close();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  }

  launch(first);
  return {
    async stop() {
      stopping = true;
      close();
      while (Object.keys(cluster.workers ?? {}).length > 0) await pause(20);
    },
    noneWillCome() {
      const current = versions.current();
      if (active || coming || !current || refused?.versionId !== current) return;
      // It may have been repaired meanwhile; when it fails again, the program ends.
      refused = undefined;
      launch(current);
    },
  };
}
