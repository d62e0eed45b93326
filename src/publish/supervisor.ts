import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { type FSWatcher, watch } from 'node:fs';
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

interface SuperviseOptions {
  dataDir: string;
  /** The program of a worker, which serves the version that DORPEL_VERSION_DIR names. */
  workerFile: string;
  versionId: string;
  ready: (demo: Demo) => void;
  log: Pick<Logger, 'info' | 'error'>;
  /** Whether a version is being made that can replace one that does not start; without it the program ends. */
  mayCome?: () => boolean;
}

/** A worker with the version that it serves. */
interface Serving {
  worker: Worker;
  versionId: string;
}

/**
 * Shows the current version in a worker, which takes in a newer one as soon as it becomes current. A version with other
 * code gets a worker of its own, beside the old one; once it is listening, the old one stops accepting connections and
 * finishes. A worker that crashes is restarted at once, and more slowly when it crashes again and again.
 */
export function supervise(options: SuperviseOptions): Supervisor {
  // A worker takes connections from the system itself: one that was handed to a process that dies would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: options.workerFile, execArgv: [...WORKER_FLAGS] });
  const workers = new Workers(options);
  workers.launch(options.versionId);
  return workers;
}

class Workers implements Supervisor {
  readonly #options: SuperviseOptions;
  readonly #versions: ReturnType<typeof openVersions>;
  readonly #announcement: ReturnType<typeof announceServer>;
  readonly #looking: NodeJS.Timeout;
  readonly #watcher: FSWatcher;
  #active: Serving | null = null;
  #coming: Serving | null = null;
  #refused: ServerState['refused'];
  /** The version that the active worker was told to show. */
  #asked: string | null = null;
  #isStopping = false;
  #deaths = 0;
  #settled = () => {};
  /** The version that was served last. */
  #good: string | null = null;

  constructor(options: SuperviseOptions) {
    this.#options = options;
    this.#versions = openVersions(options.dataDir);
    this.#announcement = announceServer(options.dataDir);
    const look = () => this.#look();
    this.#looking = setInterval(look, LOOK_MS);
    this.#watcher = watch(this.#versions.root, look);
    this.#watcher.on('error', () => this.#watcher.close());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#close();
    while (Object.keys(cluster.workers ?? {}).length > 0) await pause(20);
  }

  noneWillCome(): void {
    const current = this.#versions.current();
    if (this.#active || this.#coming || !current || this.#refused?.versionId !== current) return;
    // It may have been repaired meanwhile; when it fails again, the program ends.
    this.#refused = undefined;
    this.launch(current);
  }

  /** Starts a worker for a version. */
  launch(versionId: string): void {
    const worker = cluster.fork({
      ...WORKER_VARIABLES,
      NODE_ENV: process.env.NODE_ENV ?? 'production',
      DORPEL_VERSION_DIR: this.#versions.folderOf(versionId),
    });
    const own = { worker, versionId };
    const startedMs = Date.now();
    this.#coming = own;
    worker.on('message', (message: WorkerMessage) => {
      const { listening, failed, retired, demo } = message;
      if (this.#active === own) this.#receive(own, message);
      if (retired) this.#settled();
      else if (failed) this.#fail(own, failed);
      else if (listening && this.#coming === own) this.#take(own, demo ?? null);
    });
    worker.on('exit', (code) => this.#end(own, code, Date.now() - startedMs));
  }

  /** Starts a worker again after the pause that its earlier ends ask for. */
  #relaunch(versionId: string, livedMs: number): void {
    this.#deaths = livedMs < SOON_MS ? this.#deaths + 1 : 1;
    const pauseMs = PAUSES_MS[Math.min(this.#deaths, PAUSES_MS.length) - 1];
    setTimeout(() => !this.#isStopping && !this.#coming && !this.#active && this.launch(versionId), pauseMs);
  }

  /** The process of a worker has ended. */
  #end(own: Serving, code: number, livedMs: number): void {
    // A worker that is stopped before it listened has not failed.
    if (this.#coming === own && this.#isStopping) return;
    if (this.#coming === own) {
      this.#fail(own, `its process ended (${code}) before it listened`, livedMs);
      return;
    }
    if (this.#active !== own) this.#settled();
    if (this.#isStopping || this.#active !== own) return;
    this.#active = null;
    this.#asked = null;
    this.#options.log.error(`The server process ended (${code}); a new one is started.`);
    // It may have taken in other versions since it started.
    this.#relaunch(own.versionId, livedMs);
  }

  /** What the active worker reports about a version that it was told to show in place of its own. */
  #receive(own: Serving, { shown, needsProcess, cannotShow, why = '' }: WorkerMessage): void {
    const versionId = this.#asked;
    if (!versionId || ![shown, needsProcess, cannotShow].includes(this.#versions.folderOf(versionId))) return;
    this.#asked = null;
    if (shown) {
      own.versionId = versionId;
      this.#good = versionId;
      this.#refused = undefined;
      this.#announce(versionId);
      this.#options.log.info(`Version ${versionId} is shown.`);
    } else if (needsProcess) this.launch(versionId);
    else {
      this.#options.log.error(why);
      this.#refused = { versionId, message: why };
      this.#announce(own.versionId);
    }
  }

  /** A worker listens: it replaces the one before it. */
  #take(own: Serving, demo: Demo): void {
    const old = this.#active;
    const isFirst = this.#good === null;
    this.#active = own;
    this.#coming = null;
    this.#refused = undefined;
    this.#good = own.versionId;
    // Called when the old worker has stopped accepting: from then on every new connection gets the new version.
    this.#settled = () => {
      this.#announce(own.versionId);
      if (old && old.versionId !== own.versionId) this.#options.log.info(`Version ${own.versionId} is shown.`);
      this.#settled = () => {};
    };
    if (old?.worker.isConnected()) old.worker.send({ retire: true });
    else this.#settled();
    if (isFirst) this.#options.ready(demo);
  }

  /** A worker did not start: the version that was shown stays, or is started again. */
  #fail(own: Serving, message: string, livedMs = 0): void {
    this.#options.log.error(message);
    if (this.#coming !== own) return;
    this.#coming = null;
    own.worker.kill();
    this.#refused = { versionId: own.versionId, message };
    const shown = this.#active?.versionId ?? this.#good;
    if (shown && shown !== own.versionId) {
      this.#announce(shown);
      // The worker of the version that was shown crashed while the new one was starting.
      if (!this.#active) this.#relaunch(shown, livedMs);
      return;
    }
    if (this.#good) this.#relaunch(this.#good, livedMs);
    else if (this.#options.mayCome?.() !== true) this.#giveUp();
  }

  #giveUp(): void {
    this.#isStopping = true;
    process.exitCode = 1;
    this.#close();
  }

  /** Has the current version shown, unless it was refused. */
  #look(): void {
    const wanted = this.#versions.current();
    if (this.#isStopping || this.#coming || this.#asked || !wanted || wanted === this.#refused?.versionId) return;
    if (!this.#active) {
      if (!this.#good) this.launch(wanted);
      return;
    }
    if (wanted !== this.#active.versionId) {
      this.#asked = wanted;
      this.#active.worker.send({ show: this.#versions.folderOf(wanted) });
      return;
    }
    // The refused version was withdrawn; it may be fixed and tried again.
    if (!this.#refused) return;
    this.#refused = undefined;
    this.#announce(this.#active.versionId);
  }

  /** Announces to publishes which version is shown, and which one was refused. */
  #announce(versionId: string): void {
    const refused = this.#refused;
    this.#announcement.tell({ versionId, since: new Date().toISOString(), ...(refused && { refused }) });
  }

  #close(): void {
    clearInterval(this.#looking);
    this.#watcher.close();
    this.#announcement.close();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  }
}
