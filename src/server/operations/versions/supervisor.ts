import cluster, { type Worker } from 'node:cluster';
import { announceServer, type ServerState } from './servers.ts';
import { openVersions } from './versions.ts';

const RESTART_MS = 1000;
const LOOK_MS = 250;

type Demo = { email: string; password: string } | null;

/** A message from a worker to its supervisor. */
type Message = {
  listening?: number;
  failed?: string;
  retired?: boolean;
  /** The login of the demo owner, sent once on an empty database. */
  demo?: Demo;
};

/**
 * Shows the current version in a worker, and a newer one as soon as it becomes current: the new worker starts beside
 * the old one; once it is listening, the old one stops accepting connections and finishes. A worker that crashes is
 * restarted.
 */
export function supervise({
  dataDir,
  workerFile,
  versionId: first,
  ready,
}: {
  dataDir: string;
  /** The program of a worker, which serves the version that DORPEL_VERSION_DIR names. */
  workerFile: string;
  versionId: string;
  ready: (demo: Demo) => void;
}): { stop(): void } {
  cluster.setupPrimary({
    exec: workerFile,
    execArgv: ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'],
  });
  const versions = openVersions(dataDir);
  const announcement = announceServer(dataDir);
  let active: { worker: Worker; versionId: string } | null = null;
  let coming: { worker: Worker; versionId: string } | null = null;
  let refused: ServerState['refused'];
  let stopping = false;
  let settled = () => {};

  function launch(versionId: string): void {
    const worker = cluster.fork({ DORPEL_VERSION_DIR: versions.folderOf(versionId) });
    const own = { worker, versionId };
    coming = own;
    worker.on('message', ({ listening, failed, retired, demo }: Message) => {
      if (retired) settled();
      else if (failed) fail(own, failed);
      else if (listening && coming === own) take(own, demo ?? null);
    });
    worker.on('exit', (code) => {
      if (coming === own) return fail(own, `its process ended (${code}) before it listened`);
      if (active !== own) settled();
      if (stopping || active !== own) return;
      active = null;
      console.error(`The server process ended (${code}); a new one is started.`);
      setTimeout(() => !stopping && !coming && !active && launch(versionId), RESTART_MS);
    });
  }

  function take(own: { worker: Worker; versionId: string }, demo: Demo): void {
    const old = active;
    [active, coming, refused] = [own, null, undefined];
    // Called when the old worker has stopped accepting: from then on every new connection gets the new version.
    settled = () => {
      announcement.tell({ versionId: own.versionId, since: new Date().toISOString() });
      if (old && old.versionId !== own.versionId) console.log(`Version ${own.versionId} is shown.`);
      settled = () => {};
    };
    if (old?.worker.isConnected()) old.worker.send({ retire: true });
    else settled();
    if (!old) ready(demo);
  }

  function fail(own: { worker: Worker; versionId: string }, message: string): void {
    if (coming !== own) return void console.error(message);
    coming = null;
    own.worker.kill();
    console.error(message);
    if (active) {
      refused = { versionId: own.versionId, message };
      announcement.tell({ versionId: active.versionId, since: new Date().toISOString(), refused });
      return;
    }
    stopping = true;
    process.exitCode = 1;
    close();
  }

  const looking = setInterval(() => {
    const wanted = versions.current();
    if (stopping || coming || !active || !wanted || wanted === refused?.versionId) return;
    if (wanted !== active.versionId) return launch(wanted);
    // The refused version was withdrawn; it may be fixed and tried again.
    if (refused) announcement.tell({ versionId: active.versionId, since: new Date().toISOString() });
    refused = undefined;
  }, LOOK_MS);

  function close(): void {
    clearInterval(looking);
    announcement.close();
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  }

  launch(first);
  return {
    stop() {
      stopping = true;
      close();
    },
  };
}
