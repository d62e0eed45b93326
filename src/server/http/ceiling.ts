import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether this process has more to answer than it can in good time. */
export interface Ceiling {
  isReached(): boolean;
  /** Counts a request from the moment it has arrived whole, so that whoever drips holds up nobody, until it is answered. */
  count(request: IncomingMessage, response: ServerResponse): void;
}

const TICK_MS = 50;
const MANY = 50;

/**
 * Beyond the ceiling visitors are told to come back: a line that only grows would serve nobody. It is reached by so many
 * answers being made at once, or when one round of what waits at the door has taken so long.
 */
export function openCeiling({ most, roundMs }: { most: number; roundMs: number }): Ceiling {
  let underway = 0;
  let began = performance.now();
  let seen = 0;
  // Fires once a round: while it is late, requests that came meanwhile are still waiting behind this one.
  setInterval(() => {
    began = performance.now();
    seen = 0;
  }, TICK_MS).unref();
  return {
    isReached() {
      seen += 1;
      // Few in a long round means that something else held it up, a slow disk or another program.
      return underway >= most || (seen > MANY && performance.now() - began > roundMs + TICK_MS);
    },
    count(request, response) {
      let counted = false;
      const begin = () => {
        if (response.closed) return;
        counted = true;
        underway += 1;
      };
      if (request.method === 'POST') request.once('end', begin);
      else begin();
      response.once('close', () => {
        if (counted) underway -= 1;
      });
    },
  };
}
