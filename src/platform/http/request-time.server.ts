import type { IncomingMessage, ServerResponse } from 'node:http';
import { refuseUnreadable } from './plain-response.server.ts';

/** Sixty photographs that came in one request are drawn in this time. */
const SILENT_MS = 10 * 60_000;

const timers = new WeakMap<IncomingMessage, () => void>();

/** The parts of a body as they arrive. Who stops in the middle leaves the connection open (limitTime). */
export async function* bodyParts(request: IncomingMessage): AsyncGenerator<Buffer> {
  yield* request.iterator({ destroyOnReturn: false });
}

/** Whether a request announces a body. */
const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a request whose body has not arrived after this time, unless it was given more. What nobody has read of it when
 * the response is sent is read and dropped: the connection is free for the next request.
 */
export function limitTime(
  request: IncomingMessage,
  response: ServerResponse,
  { ms, headers }: { ms: number; headers: Readonly<Record<string, string>> },
): void {
  if (!hasBody(request)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) return void request.socket.destroy();
    refuseUnreadable(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket, headers);
  }, ms);
  timer.unref();
  const stop = () => clearTimeout(timer);
  timers.set(request, stop);
  // Not when the response ends: the rest of the body would have all the time of an upload.
  request.once('end', stop);
  response.once('finish', () => {
    if (!request.complete) request.resume();
  });
}

/**
 * Gives a request all the time that the server has: a phone with a weak signal uploads a photograph for minutes. A
 * connection on which nothing arrives is still closed; while the response is made it may be silent for longer.
 */
export function giveTime(request: IncomingMessage, response: ServerResponse): void {
  timers.get(request)?.();
  const { socket } = request;
  const usual = socket.timeout ?? 0;
  const wait = () => socket.setTimeout(SILENT_MS);
  if (request.complete) wait();
  else request.once('end', wait);
  response.once('close', () => {
    if (!socket.destroyed) socket.setTimeout(usual);
  });
}
