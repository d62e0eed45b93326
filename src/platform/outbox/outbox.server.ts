import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.server.ts';
import type { OutboxRow } from '../database/schema.ts';
import { isAlive } from '../environment/is-alive.ts';
import { errorMessage } from '../log/error-facts.ts';
import { recordOf } from '../values/values.ts';

/** What the outbox holds: mails, and events for webhook targets. */
export type Queue = 'mails' | 'events';

/** It is tried for 72 hours before it counts as failed. */
export const GIVE_UP_MS = 72 * 60 * 60 * 1000;

/** The condition "still to be sent" with literal values: only then the index of such rows is used. */
export const WAITING = sql<boolean>`state in ('pending', 'sending')`;

/** The condition of each queue. */
export const IN_QUEUE: Readonly<Record<Queue, RawBuilder<boolean>>> = {
  mails: sql`target is null`,
  events: sql`target is not null`,
};

/**
 * Claims the next due row of a queue for this owner until its lease ends; null when there is none. A row whose lease
 * ended is due again.
 */
export async function claim(
  { db, engine }: Database,
  {
    queue = 'mails',
    owner,
    leaseMs,
    domain,
    nowMs = Date.now(),
  }: { queue?: Queue; owner: string; leaseMs: number; domain: string; nowMs?: number },
): Promise<OutboxRow | null> {
  const now = new Date(nowMs).toISOString();
  const due = db
    .selectFrom('outbox')
    .select('outbox.id')
    .where(WAITING)
    .where(IN_QUEUE[queue])
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1);
  // Reading first costs no write lock while there is nothing to do.
  if (!(await due.executeTakeFirst())) return null;
  const taken = await db
    .updateTable('outbox')
    .set(({ eb, fn, ref, val }) => ({
      state: 'sending' as const,
      lease_owner: owner,
      next_attempt_at: new Date(nowMs + leaseMs).toISOString(),
      attempts: eb('attempts', '+', 1),
      // Fixed before the first attempt, so that every later attempt uses the same ID.
      message_id: fn.coalesce('message_id', eb(ref('id'), '||', val(`@${domain}`))),
    }))
    .where('id', '=', engine === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}

/** The name under which this process claims; other processes of this machine see by it whether it still runs. */
const leaseOwner = (): string => `${hostname()} ${process.pid} ${randomUUID()}`;

/** Makes what killed processes of this machine were sending due at once; nobody waits for the end of their leases. */
async function releaseDead({ db }: Database, queue: Queue, nowMs = Date.now()): Promise<void> {
  const held = await db
    .selectFrom('outbox')
    .select('lease_owner')
    .distinct()
    .where(WAITING)
    .where(IN_QUEUE[queue])
    .where('state', '=', 'sending')
    .execute();
  const dead = held.flatMap(({ lease_owner: owner }) => (owner && isDead(owner) ? [owner] : []));
  if (dead.length === 0) return;
  const due = { next_attempt_at: new Date(nowMs).toISOString() };
  await db.updateTable('outbox').set(due).where(WAITING).where('lease_owner', 'in', dead).execute();
}

function isDead(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  // A container that starts again gives its process the number of the one before.
  return host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)));
}

/**
 * Milliseconds until the next attempt: doubled after each failure up to the maximum, reduced randomly by up to a third,
 * so that mails which failed together are not tried together.
 * @example retryDelayMs({ attempts: 3, baseMs: 30_000, maxMs: 3_600_000, chance: 0 }) // 120_000
 */
export function retryDelayMs({
  attempts,
  baseMs,
  maxMs,
  chance = Math.random(),
}: {
  attempts: number;
  baseMs: number;
  maxMs: number;
  chance?: number;
}): number {
  const delayMs = Math.min(maxMs, baseMs * 2 ** Math.min(attempts - 1, 40));
  return Math.round(delayMs * (1 - chance / 3));
}

const LONGEST_ERROR = 500;
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** What a receiver responds to a message that it will never take (RFC 9110 and 6585). */
const NEVER: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431]);

/**
 * Whether a response of HTTP is final. The others pass, or are about the receiver and not about the message: a wrong
 * key (401, 403), or an address that is not there yet (404).
 */
export const isFinalStatus = (status: number): boolean => NEVER.has(status);

/** Why a receiver did not take what was sent to it. */
export class DeliveryRefused extends Error {
  /** It is not tried again. */
  readonly isFinal: boolean;
  /** Milliseconds for which the receiver asked; null = the usual delay. */
  readonly waitMs: number | null;
  /** Because of the address of somebody else: nothing is wrong with the site. */
  readonly isAboutAddress: boolean;

  constructor(
    message: string,
    {
      isFinal = false,
      waitMs = null,
      isAboutAddress = false,
    }: Partial<Pick<DeliveryRefused, 'isFinal' | 'waitMs' | 'isAboutAddress'>> = {},
  ) {
    super(message);
    this.isFinal = isFinal;
    this.waitMs = waitMs;
    this.isAboutAddress = isAboutAddress;
  }
}

/** Records that the receiver accepted it, whoever holds its lease now. */
export async function recordSent({ db }: Database, { id }: OutboxRow, nowMs: number = Date.now()): Promise<void> {
  const change = {
    state: 'sent' as const,
    sent_at: new Date(nowMs).toISOString(),
    lease_owner: null,
    last_error: null,
  };
  await db.updateTable('outbox').set(change).where('id', '=', id).execute();
}

/** Records a failed attempt: it is due again later, or has failed for good when its time is over. */
export async function recordFailure(
  { db }: Database,
  mail: OutboxRow,
  { error, baseMs, maxMs, nowMs = Date.now() }: { error: unknown; baseMs: number; maxMs: number; nowMs?: number },
): Promise<'pending' | 'failed'> {
  const { isFinal, waitMs, isAboutAddress } = error instanceof DeliveryRefused ? error : new DeliveryRefused('');
  const delayMs = retryDelayMs({ attempts: mail.attempts, baseMs, maxMs });
  const nextMs = nowMs + Math.max(delayMs, Math.min(waitMs ?? 0, LONGEST_WAIT_MS));
  const state = isFinal || new Date(nowMs).toISOString() >= mail.give_up_at ? 'failed' : 'pending';
  await db
    .updateTable('outbox')
    .set({
      state,
      next_attempt_at: new Date(nextMs).toISOString(),
      lease_owner: null,
      last_error: errorMessage(error).slice(0, LONGEST_ERROR),
      address_refused: isAboutAddress ? 1 : 0,
    })
    // Not when the lease has ended and another process has claimed it.
    .where('id', '=', mail.id)
    .where('lease_owner', '=', mail.lease_owner)
    .where('attempts', '=', mail.attempts)
    .where('state', '=', 'sending')
    .execute();
  return state;
}

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
export function startOutbox(options: OutboxOptions): Outbox {
  const { database, delivery, baseMs, log, concurrency = 4, pollMs = 2000 } = options;
  const running = new Set<Promise<void>>();
  const breakOff = new AbortController();
  const untilNextPoll = openSleep();
  const claims = openClaims(options);
  let stopping = false;

  async function work(): Promise<void> {
    await releaseDead(database, delivery.queue).catch((error) =>
      log.warn({ error: errorMessage(error) }, 'no lease was ended'),
    );
    while (!stopping) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      const row = await claims.next();
      if (row) begin(row);
      else if (!stopping) await untilNextPoll.sleep(claims.isDown() ? STORAGE_PAUSE_MS : Math.min(pollMs, baseMs));
    }
  }

  function begin(row: OutboxRow): void {
    const job = deliver(options, row, breakOff.signal).finally(() => running.delete(job));
    running.add(job);
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

/** Opens the claims of this process; the first time that the storage cannot be read is logged. */
function openClaims({ database, delivery: { queue, domain }, leaseMs = 180_000, log }: OutboxOptions) {
  const owner = leaseOwner();
  let isDown = false;
  return {
    isDown: () => isDown,
    async next(): Promise<OutboxRow | null> {
      try {
        const row = await claim(database, { queue, owner, leaseMs, domain });
        isDown = false;
        return row;
      } catch (error) {
        if (!isDown)
          log.error({ error: errorMessage(error) }, 'the outbox cannot be read; it is tried again every second');
        isDown = true;
        return null;
      }
    },
  };
}

/** Sends a row and records what became of it. */
async function deliver(options: OutboxOptions, row: OutboxRow, breakOff: AbortSignal): Promise<void> {
  const { database, delivery, baseMs, maxMs, tryMs = 90_000, log } = options;
  const { id, kind, target, attempts } = row;
  try {
    await delivery.send(row, AbortSignal.any([AbortSignal.timeout(tryMs), breakOff]));
  } catch (error) {
    // Without the text of the receiver, which may contain the email address.
    const { code, responseCode } = recordOf(error);
    const facts = { id, kind, attempts, code, responseCode, ...(target !== null && { target }) };
    const state = await recorded(options, breakOff, () => recordFailure(database, row, { error, baseMs, maxMs }));
    if (state === 'failed') log.error(facts, `${delivery.noun} could not be sent and is given up`);
    else log.warn(facts, `${delivery.noun} could not be sent; it is tried again`);
    return;
  }
  await recorded(options, breakOff, () => recordSent(database, row));
}

// What the receiver accepted must not be sent again because the database was locked for a moment.
async function recorded<T>(
  { delivery, log }: OutboxOptions,
  breakOff: AbortSignal,
  record: () => Promise<T>,
): Promise<T | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await record();
    } catch (error) {
      if (attempt < RECORD_TRIES && !breakOff.aborted) {
        await pause(Math.min(100 * attempt, STORAGE_PAUSE_MS));
        continue;
      }
      log.error(
        { error: errorMessage(error) },
        `the outcome of ${delivery.noun} could not be recorded; it is tried again under the same ID`,
      );
      return null;
    }
  }
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
