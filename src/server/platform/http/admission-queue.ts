import type { IncomingMessage, ServerResponse } from 'node:http';

/** The queue of requests that wait for the response being made. */
export interface WaitingRoom {
  /** Queues a request and makes its response in order; false when the queue is full, so that the client gets 503. */
  enter(request: IncomingMessage, response: ServerResponse, result: () => void): boolean;
}

/** How long arriving connections are accepted before the next response is made. */
const DOOR_MS = 10;

/**
 * Makes one response at a time and knows the number of waiting requests, because a queue without a limit would serve
 * nobody. Node accepts one connection per event loop round and would make its response first, so connections would
 * queue in the kernel, where they cannot be counted.
 */
export function openAdmissionQueue(most: number): WaitingRoom {
  const line: { response: ServerResponse; result: () => void }[] = [];
  let underway = 0;
  let isTurning = false;
  let hasKnocked = false;
  let opened = 0;

  function turn(): void {
    if (hasKnocked && performance.now() - opened < DOOR_MS) {
      hasKnocked = false;
      setImmediate(turn);
      return;
    }
    const next = line.shift();
    if (next && !next.response.closed) next.result();
    isTurning = line.length > 0;
    opened = performance.now();
    if (isTurning) setImmediate(turn);
  }

  return {
    enter(request, response, result) {
      hasKnocked = true;
      if (line.length + underway >= most) return false;
      // Counted once the request has arrived in full, so that a client that sends slowly delays nobody.
      let isCounted = false;
      const begin = () => {
        isCounted = !response.closed;
        if (isCounted) underway += 1;
      };
      response.once('close', () => {
        if (isCounted) underway -= 1;
      });
      line.push({
        response,
        result() {
          if (request.method === 'POST') request.once('end', begin);
          else begin();
          result();
        },
      });
      if (!isTurning) {
        isTurning = true;
        opened = performance.now();
        setImmediate(turn);
      }
      return true;
    },
  };
}
