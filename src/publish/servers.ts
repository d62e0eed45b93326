import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../platform/environment/is-alive.ts';

/** The state of a running server, in a file of its own in DATA_DIR/servers/. */
export interface ServerState {
  versionId: string;
  since: string;
  /** A version that it could not start, and why. */
  refused?: { versionId: string; message: string };
}

const folderIn = (dataDir: string) => join(dataDir, 'servers');

/** Announces this server until `close`. */
export const announceServer = (dataDir: string) => announce<ServerState>(folderIn(dataDir));

/** The servers that are running on this data folder now. */
export const runningServers = (dataDir: string, nowMs = Date.now()): ServerState[] =>
  announced<ServerState>(folderIn(dataDir), nowMs);

const FRESH_MS = 15_000;
const BEAT_MS = 5000;

/**
 * Says in a folder of DATA_DIR that this process is running, until `close`; a file that is touched every five seconds
 * tells others.
 */
export function announce<State>(folder: string): { tell(state: State): void; close(): void } {
  const file = join(folder, `${hostname()}-${process.pid}.json`);
  mkdirSync(folder, { recursive: true });
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
  return Number.isInteger(pid) && pid > 0 && !isAlive(pid);
}

/** What the processes say that have announced themselves in a folder and run now; files of killed ones are removed. */
export function announced<State>(folder: string, nowMs = Date.now()): State[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const file = join(folder, name);
    try {
      if (nowMs - statSync(file).mtimeMs < FRESH_MS && !isKilled(name))
        return [JSON.parse(readFileSync(file, 'utf8')) as State];
      rmSync(file, { force: true });
    } catch {
      // The process ended in the meantime.
    }
    return [];
  });
}
