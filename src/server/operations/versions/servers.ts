import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** The state of a running server, in a file of its own in DATA_DIR/servers/. */
export interface ServerState {
  versionId: string;
  since: string;
  /** A version that it could not start, and why. */
  refused?: { versionId: string; message: string };
}

const FRESH_MS = 15_000;
const BEAT_MS = 5000;
const folderIn = (dataDir: string) => join(dataDir, 'servers');

/** Announces this server until `close`; a file that is touched every five seconds tells others that it is running. */
export function announceServer(dataDir: string): { tell(state: ServerState): void; close(): void } {
  const file = join(folderIn(dataDir), `${hostname()}-${process.pid}.json`);
  mkdirSync(folderIn(dataDir), { recursive: true });
  const beat = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // The folder was emptied: the next state writes the file again.
    }
  }, BEAT_MS);
  beat.unref();
  return {
    tell(state) {
      // A reader sees the old state or the new one, never a part of it.
      writeFileSync(`${file}.new`, JSON.stringify(state));
      renameSync(`${file}.new`, file);
    },
    close() {
      clearInterval(beat);
      rmSync(file, { force: true });
    },
  };
}

/** Whether the file is of a process of this machine that no longer runs. */
function isKilled(name: string): boolean {
  const own = `${hostname()}-`;
  const pid = name.startsWith(own) ? Number(name.slice(own.length).replace('.json', '')) : 0;
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** The servers that are running on this data folder now; files of killed servers are removed. */
export function runningServers(dataDir: string, nowMs = Date.now()): ServerState[] {
  let names: string[];
  try {
    names = readdirSync(folderIn(dataDir)).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(folderIn(dataDir), name);
    try {
      if (nowMs - statSync(file).mtimeMs < FRESH_MS && !isKilled(name))
        return [JSON.parse(readFileSync(file, 'utf8')) as ServerState];
      rmSync(file, { force: true });
    } catch {
      // The server ended in the meantime.
    }
    return [];
  });
}
