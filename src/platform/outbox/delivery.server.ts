import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../database/database.server.ts';
import type { OutboxRow } from '../database/outbox-schema.ts';
import { isAlive } from '../environment/is-alive.ts';
import { errorMessage } from '../log/error-facts.ts';
import { IN_QUEUE, type Queue, WAITING } from './queue.server.ts';

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
export const leaseOwner = (): string => `${hostname()} ${process.pid} ${randomUUID()}`;

/** Makes what killed processes of this machine were sending due at once; nobody waits for the end of their leases. */
export async function releaseDead({ db }: Database, queue: Queue, nowMs = Date.now()): Promise<void> {
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
