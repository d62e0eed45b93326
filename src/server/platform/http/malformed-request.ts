import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const STATUS: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Responds to data that is not HTTP or arrives too slowly, and closes the connection, on which nothing may follow. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex, headers: OutgoingHttpHeaders): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = STATUS[error.code ?? ''] ?? 400;
  const lines = Object.entries({ ...headers, Connection: 'close', 'Cache-Control': 'no-store', 'Content-Length': 0 });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines
      .map(([name, value]) => `${name}: ` + `${value}\r\n`)
      .join('')}\r\n`,
  );
}
