import { join } from 'node:path';
import { announce, announced } from './presence.ts';

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
