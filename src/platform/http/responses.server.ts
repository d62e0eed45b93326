import { type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http';
import { type Duplex, Readable } from 'node:stream';

/** Sends a status and one plain sentence that no cache stores. A response that has begun is destroyed instead. */
export function sendRefusal(
  response: ServerResponse,
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): void {
  if (response.headersSent) return void response.destroy();
  const body = Buffer.from(`${message}\n`);
  const fixed = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  };
  response.writeHead(status, { ...fixed, ...headers }).end(body);
}

/** Sends data as JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

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

/** A file to be saved under its name. */
export interface Download {
  stream: Readable;
  /** In bytes. */
  size: number;
  name: string;
  type: string;
}

/** The response with a file to save, stored by no cache; 404 without a file. */
export function downloadResponse(file: Download | null): Response {
  if (!file) return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  return new Response(Readable.toWeb(file.stream) as ReadableStream, {
    headers: {
      'Content-Type': file.type,
      'Content-Length': String(file.size),
      'Content-Disposition': `attachment; filename="${file.name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** The response with a calendar file to open, stored by no cache; 404 without one. */
export function calendarResponse(content: string | null, name: string): Response {
  if (content === null) return downloadResponse(null);
  const stream = Readable.from([content]);
  return downloadResponse({
    stream,
    size: Buffer.byteLength(content),
    name: `${name}.ics`,
    type: 'text/calendar; charset=utf-8',
  });
}
