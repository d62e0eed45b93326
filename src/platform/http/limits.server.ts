import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { errorCode, errorMessage } from '../log/error-facts.ts';
import { refuseUnreadable } from './responses.server.ts';

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

/** The queue of requests that wait for the response being made. */
export interface AdmissionQueue {
  /** Queues a request and makes its response in order; false when the queue is full, so that the client gets 503. */
  enter(request: IncomingMessage, response: ServerResponse, respond: () => void): boolean;
}

interface Waiting {
  request: IncomingMessage;
  response: ServerResponse;
  respond: () => void;
}

/** How long arriving connections are accepted before the next response is made. */
const ACCEPT_MS = 10;

/** A client that sends slowly delays nobody: a form has no place in the queue while its body is still arriving. */
const hasArrived = ({ request }: Waiting) => request.method !== 'POST' || request.complete;

/**
 * Makes one response at a time and knows the number of waiting requests, because a queue without a limit would serve
 * nobody. Node accepts one connection per event loop round and would make its response first, so connections would
 * queue in the kernel, where they cannot be counted.
 */
export function openAdmissionQueue(limit: number): AdmissionQueue {
  let queue: Waiting[] = [];
  let underway = 0;
  let isRunning = false;
  let hasArrivals = false;
  let startedAt = 0;

  function step(): void {
    if (hasArrivals && performance.now() - startedAt < ACCEPT_MS) {
      hasArrivals = false;
      setImmediate(step);
      return;
    }
    const arriving = queue.filter((one) => !hasArrived(one));
    queue = queue.filter(hasArrived);
    for (const { response, respond } of [...arriving, ...queue.splice(0, 1)]) if (!response.closed) respond();
    isRunning = queue.length > 0;
    startedAt = performance.now();
    if (isRunning) setImmediate(step);
  }

  return {
    enter(request, response, respond) {
      hasArrivals = true;
      if (queue.filter(hasArrived).length + underway >= limit) return false;
      let isCounted = false;
      const begin = () => {
        isCounted = !response.closed;
        if (isCounted) underway += 1;
      };
      response.once('close', () => {
        if (isCounted) underway -= 1;
      });
      queue.push({
        request,
        response,
        respond() {
          if (request.method === 'POST') request.once('end', begin);
          else begin();
          respond();
        },
      });
      if (!isRunning) {
        isRunning = true;
        startedAt = performance.now();
        setImmediate(step);
      }
      return true;
    },
  };
}

interface Place {
  port: number;
  host: string;
}

/** Why a server cannot listen, in a sentence; undefined for an unknown reason. */
export function whyNotListening(code: string | undefined, { port, host }: Place): string | undefined {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop what uses it, or set PORT to another number`,
    EADDRNOTAVAIL: `HOST=${host} cannot be used: this machine has no such address`,
    EACCES: `PORT=${port} cannot be used: this user may not open it; take one above 1023 and put a proxy in front`,
  };
  return sentences[code ?? ''];
}

/** Throws a sentence when no server can listen here, so that this is said before long work begins. */
export async function checkPort({ port, host }: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    const [code, message] = [errorCode(error), errorMessage(error)];
    throw new Error(whyNotListening(code, { port, host }) ?? message);
  }
  server.close();
  await once(server, 'close');
}
