import type { IncomingMessage, ServerResponse } from 'node:http';

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
