import type { IncomingMessage, ServerResponse } from 'node:http';

/** The queue of requests that wait for the response being made. */
export interface AdmissionQueue {
  /** Queues a request and makes its response in order; false when the queue is full, so that the client gets 503. */
  enter(request: IncomingMessage, response: ServerResponse, respond: () => void): boolean;
}

/** How long arriving connections are accepted before the next response is made. */
const ACCEPT_MS = 10;

/**
 * Makes one response at a time and knows the number of waiting requests, because a queue without a limit would serve
 * nobody. Node accepts one connection per event loop round and would make its response first, so connections would
 * queue in the kernel, where they cannot be counted.
 */
export function openAdmissionQueue(limit: number): AdmissionQueue {
  const queue: { request: IncomingMessage; response: ServerResponse; respond: () => void }[] = [];
  // A client that sends slowly delays nobody: a form counts once it has arrived in full.
  const hasArrived = ({ request }: { request: IncomingMessage }) => request.method !== 'POST' || request.complete;
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
    const next = queue.shift();
    if (next && !next.response.closed) next.respond();
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
