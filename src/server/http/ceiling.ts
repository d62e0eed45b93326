import type { IncomingMessage, ServerResponse } from 'node:http';

/** How many answers are being made at this moment, and whether that is as many as one process can finish in good time. */
export interface Ceiling {
  isReached(): boolean;
  /** Counts a request from the moment it has arrived whole, so that whoever drips holds up nobody, until it is answered. */
  count(request: IncomingMessage, response: ServerResponse): void;
}

/** Beyond the ceiling visitors are told to come back: a line that only grows would serve nobody. */
export function openCeiling(most: number): Ceiling {
  let underway = 0;
  return {
    isReached: () => underway >= most,
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
