import { setImmediate as immediately, setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 5;

/** The result of a load: milliseconds from the moment each request was due, whenever it could really be sent. */
export interface Load {
  latencies: number[];
  failed: number;
  /** From the first request to the last response. */
  seconds: number;
}

/** Sends a fixed number of requests per second, whether the earlier ones got a response or not, as visitors do. */
export async function openLoop({
  rate,
  seconds,
  send,
}: {
  rate: number;
  seconds: number;
  send: (at: number) => Promise<boolean>;
}): Promise<Load> {
  const all = Math.round(rate * seconds);
  const latencies: number[] = [];
  let failed = 0;
  const start = performance.now();
  let breathed = start;
  const under: Promise<void>[] = [];
  for (let at = 0; at < all; ) {
    const due = start + (at * 1000) / rate;
    // Also when it is late it has to yield, or nothing that it sent would leave.
    if (performance.now() < due || performance.now() - breathed > STEP_MS) {
      await (performance.now() < due ? pause(STEP_MS) : immediately());
      breathed = performance.now();
      continue;
    }
    under.push(
      send(at).then(
        (ok) => {
          latencies.push(performance.now() - due);
          if (!ok) failed += 1;
        },
        () => {
          failed += 1;
        },
      ),
    );
    at += 1;
  }
  await Promise.all(under);
  return { latencies, failed, seconds: (performance.now() - start) / 1000 };
}
