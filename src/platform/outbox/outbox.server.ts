import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.server.ts';
import type { OutboxRow } from '../database/outbox-schema.ts';
import { errorMessage } from '../log/error-facts.ts';
import { claim, leaseOwner, recordFailure, recordSent, releaseDead } from './delivery.server.ts';
import type { Queue } from './queue.server.ts';

/** How the rows of one queue are sent. */
export interface Delivery {
  queue: Queue;
  /** The word for one of them in messages, such as "a mail". */
  noun: string;
  /** Domain of the IDs that are given to rows without one. */
  domain: string;
  /** Returns once the receiver has taken it; throws when it has not, `DeliveryRefused` to say when it is due again. */
  send(row: OutboxRow, signal: AbortSignal): Promise<unknown>;
}

export interface OutboxOptions {
  database: Database;
  delivery: Delivery;
  /** First delay after a failure, doubled up to the maximum. */
  baseMs: number;
  maxMs: number;
  log: { warn(facts: object, message: string): void; error(facts: object, message: string): void };
  /** Number of rows being sent at once. */
  concurrency?: number;
  /** After this time a row of a crashed process is claimed again; longer than an attempt may last. */
  leaseMs?: number;
  /** How long one attempt may last, however slowly the receiver responds. */
  tryMs?: number;
  /** How often it checks for rows of other processes. */
  pollMs?: number;
}

/** The delivery of one queue by this process. */
export interface Outbox {
  /** Checks at once, because a row was just added. */
  wake(): void;
  /** Claims no more rows, finishes those being sent for up to `graceMs`, then aborts them. */
  stop(graceMs?: number): Promise<void>;
}

const STORAGE_PAUSE_MS = 1000;
const RECORD_TRIES = 30;

/** Sends what is due until it is stopped; any number of processes may do so in parallel. */
export function startOutbox({
  database,
  delivery,
  baseMs,
  maxMs,
  log,
  concurrency = 4,
  leaseMs = 180_000,
  tryMs = 90_000,
  pollMs = 2000,
}: OutboxOptions): Outbox {
  const { queue, noun, domain } = delivery;
  const owner = leaseOwner();
  const running = new Set<Promise<void>>();
  const breakOff = new AbortController();
  const untilNextPoll = openSleep();
  let stopping = false;
  let storageDown = false;

  async function next(): Promise<OutboxRow | null> {
    try {
      const row = await claim(database, { queue, owner, leaseMs, domain });
      storageDown = false;
      return row;
    } catch (error) {
      if (!storageDown)
        log.error({ error: errorMessage(error) }, 'the outbox cannot be read; it is tried again every second');
      storageDown = true;
      return null;
    }
  }

  async function work(): Promise<void> {
    await releaseDead(database, queue).catch((error) => log.warn({ error: errorMessage(error) }, 'no lease was ended'));
    while (!stopping) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      const row = await next();
      if (row) begin(row);
      else if (!stopping) await untilNextPoll.sleep(storageDown ? STORAGE_PAUSE_MS : Math.min(pollMs, baseMs));
    }
  }

  function begin(row: OutboxRow): void {
    const job = deliver(row).finally(() => running.delete(job));
    running.add(job);
  }

  async function deliver(row: OutboxRow): Promise<void> {
    const { id, kind, target, attempts } = row;
    try {
      await delivery.send(row, AbortSignal.any([AbortSignal.timeout(tryMs), breakOff.signal]));
    } catch (error) {
      // Without the text of the receiver, which may contain the email address.
      const { code, responseCode } = error as { code?: string; responseCode?: number };
      const facts = { id, kind, attempts, code, responseCode, ...(target !== null && { target }) };
      const state = await recorded(() => recordFailure(database, row, { error, baseMs, maxMs }));
      if (state === 'failed') log.error(facts, `${noun} could not be sent and is given up`);
      else log.warn(facts, `${noun} could not be sent; it is tried again`);
      return;
    }
    await recorded(() => recordSent(database, row));
  }

  // What the receiver accepted must not be sent again because the database was locked for a moment.
  async function recorded<T>(record: () => Promise<T>): Promise<T | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await record();
      } catch (error) {
        if (attempt < RECORD_TRIES && !breakOff.signal.aborted) {
          await pause(Math.min(100 * attempt, STORAGE_PAUSE_MS));
          continue;
        }
        log.error(
          { error: errorMessage(error) },
          `the outcome of ${noun} could not be recorded; it is tried again under the same ID`,
        );
        return null;
      }
    }
  }

  const loop = work();
  return {
    wake: untilNextPoll.wake,
    async stop(graceMs = 8000) {
      stopping = true;
      untilNextPoll.wake();
      await loop;
      const grace = new AbortController();
      await Promise.race([Promise.all(running), pause(graceMs, undefined, { signal: grace.signal }).catch(() => {})]);
      grace.abort();
      breakOff.abort(new Error('The server is stopping'));
      await Promise.all(running);
    },
  };
}

/** A pause that can be ended early. */
interface Sleep {
  /** Resolves after this duration, on `wake`, or at once if `wake` was called since the last sleep. */
  sleep(durationMs: number): Promise<void>;
  wake(): void;
}

/** Creates a sleep that is not yet in use. */
function openSleep(): Sleep {
  let end: (() => void) | null = null;
  let woken = false;

  function sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end?.(), woken ? 0 : durationMs);
      woken = false;
      end = () => {
        clearTimeout(timer);
        end = null;
        resolve();
      };
    });
  }

  return {
    sleep,
    wake() {
      woken = end === null;
      end?.();
    },
  };
}
