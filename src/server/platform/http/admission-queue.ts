import type { IncomingMessage, ServerResponse } from 'node:http';

/** Where requests wait for the answer that is being made. */
export interface WaitingRoom {
  /** FormValues in its turn; false when the room is full, so that whoever asks is told to come back. */
  enter(request: IncomingMessage, response: ServerResponse, result: () => void): boolean;
}

/** How long those who knock are let in before the next answer is made. */
const DOOR_MS = 10;

/**
 * Makes one answer after the other and knows how many wait: a line that only grows would serve nobody. Node lets one
 * visitor in per round and would make their answer first, so a line would stand before the door, where nobody sees it.
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
      // Counted from the moment it has arrived whole: whoever drips holds up nobody.
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
