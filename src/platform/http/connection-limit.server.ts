import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Descriptors kept free for files, the database and mail servers. */
const SPARE = 16;
/** A connection and the file that it is sent. */
const PER_CONNECTION = 2;
const LEAST = 8;

/**
 * The number of connections that the file descriptors of this process allow; null where the system does not tell.
 * @param limitsText text of /proc/self/limits
 * @param open number of descriptors that are open now
 */
export function connectionsAllowed(
  limitsText: string | null = readOrNull(() => readFileSync('/proc/self/limits', 'utf8')),
  open: number | null = readOrNull(() => readdirSync('/proc/self/fd').length),
): number | null {
  const limit = Number(/^Max open files\s+(\d+)/m.exec(limitsText ?? '')?.[1]);
  if (!limit || open === null) return null;
  return Math.max(LEAST, Math.floor((limit - open - SPARE) / PER_CONNECTION));
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Keeps the connections of a server at a maximum, so that descriptors are left for files: a connection more closes the
 * one that has been idle longest. When none is idle, the new one is closed.
 */
export function limitConnections(server: Server, most: number): void {
  // A Set keeps its order: the first socket has been idle longest.
  const idle = new Set<Socket>();
  let open = 0;
  server.prependListener('connection', (socket: Socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
    });
    if (open > most) {
      const [longest] = idle;
      (longest ?? socket).destroy();
      if (longest) idle.delete(longest);
      if (!longest) return;
    }
    idle.add(socket);
  });
  server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) idle.add(socket);
    });
  });
}
