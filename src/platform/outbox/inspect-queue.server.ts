import { sql } from 'kysely';
import type { Database } from '../database/database.server.ts';
import type { OutboxRow } from '../database/schema.ts';
import { GIVE_UP_MS, IN_QUEUE, type Queue, WAITING } from './outbox.server.ts';

const SUMMARY = [
  'id',
  'kind',
  'recipient',
  'subject',
  'state',
  'attempts',
  'next_attempt_at',
  'created_at',
  'sent_at',
  'last_error',
] as const;

/** The summary of a mail or event, without its content. */
export type QueueSummary = Pick<OutboxRow, (typeof SUMMARY)[number]>;

interface Filter {
  queue?: Queue;
  state?: OutboxRow['state'] | undefined;
  /** Name of the webhook target. */
  target?: string | undefined;
  limit?: number;
}

/** The newest mails or events, in one state or in all. */
export async function listQueue(
  { db }: Database,
  { queue = 'mails', state, target, limit = 50 }: Filter = {},
): Promise<QueueSummary[]> {
  let query = db.selectFrom('outbox').select(SUMMARY).where(IN_QUEUE[queue]);
  if (state) query = query.where('state', '=', state);
  if (target) query = query.where('target', '=', target);
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

interface RetryFilter {
  queue?: Queue;
  id?: string | undefined;
  target?: string | undefined;
  nowMs?: number;
}

/** Makes failed and waiting rows due now, with 72 new hours; one by its ID or all; returns their number. */
export async function retryQueue(
  { db }: Database,
  { queue = 'mails', id, target, nowMs = Date.now() }: RetryFilter = {},
): Promise<number> {
  const change = {
    state: 'pending' as const,
    next_attempt_at: new Date(nowMs).toISOString(),
    give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
    address_refused: 0 as const,
  };
  let query = db.updateTable('outbox').set(change).where(IN_QUEUE[queue]).where('state', 'in', ['pending', 'failed']);
  if (id) query = query.where('id', '=', id);
  if (target) query = query.where('target', '=', target);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Removes a row that failed or waits; false when there is none with this ID. */
export async function dropFromQueue({ db }: Database, id: string, queue: Queue = 'mails'): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('outbox')
    .where(IN_QUEUE[queue])
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'failed'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The state of a queue: `ok` is false when something has failed or has waited for over an hour, unless the address of
 * somebody else is the reason: any visitor can make a typing error.
 */
export interface QueueHealth {
  ok: boolean;
  waiting: number;
  failed: number;
  /** Mails to addresses of others that were refused, for now or for good. */
  refused: number;
  /** Age of the oldest row still to be sent; 0 when there is none. */
  oldestSeconds: number;
}

/** How many mails the mail server was offered and has not taken; those to a refused address do not count. */
export async function countDelayed({ db }: Pick<Database, 'db'>): Promise<number> {
  const { count } = await db
    .selectFrom('outbox')
    .where(WAITING)
    .where(IN_QUEUE.mails)
    .where('attempts', '>', 0)
    .where('last_error', 'is not', null)
    .where('address_refused', '=', 0)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ALARM_SECONDS = 3600;

/** The state of the mails, or of the events for one target, for /healthz and the command line. */
export async function queueHealth(
  { db }: Database,
  { queue = 'mails', target, nowMs = Date.now() }: Omit<RetryFilter, 'id'> = {},
): Promise<QueueHealth> {
  const rows = (state: typeof WAITING, addressRefused: 0 | 1 = 0) => {
    const query = db
      .selectFrom('outbox')
      .where(state)
      .where(IN_QUEUE[queue])
      .where('address_refused', '=', addressRefused);
    return target ? query.where('target', '=', target) : query;
  };
  const waiting = await rows(WAITING)
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const failed = await rows(sql<boolean>`state = 'failed'`)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const refused = await rows(sql<boolean>`state <> 'sent'`, 1)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const oldestSeconds = waiting.oldest ? Math.max(0, Math.round((nowMs - Date.parse(waiting.oldest)) / 1000)) : 0;
  const given = Number(failed.count);
  return {
    ok: given === 0 && oldestSeconds < ALARM_SECONDS,
    waiting: Number(waiting.count),
    failed: given,
    refused: Number(refused.count),
    oldestSeconds,
  };
}

/**
 * How far a mail of a lead is. `waiting`: it leaves in a moment; `delayed`: the mail server was tried and did not take
 * it yet; `failed`: it was given up, or its address was refused.
 */
export interface LeadMail {
  id: string;
  kind: string;
  createdAt: string;
  state: 'sent' | 'waiting' | 'delayed' | 'failed';
  recipient: string;
  attempts: number;
  /** The words of the mail server. */
  error: string;
}

const stateOf = ({ state, attempts, last_error }: Pick<OutboxRow, 'state' | 'attempts' | 'last_error'>) => {
  if (state === 'sent' || state === 'failed') return state;
  return attempts > 0 && last_error ? 'delayed' : 'waiting';
};

/** The mails of each of these leads, oldest first. */
export async function mailsOfLeads(
  { db }: Pick<Database, 'db'>,
  leadIds: readonly string[],
): Promise<Map<string, LeadMail[]>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('outbox')
    .select(['id', 'kind', 'lead_id', 'state', 'recipient', 'attempts', 'last_error', 'created_at'])
    .where('lead_id', 'in', leadIds)
    .where('target', 'is', null)
    .orderBy('id')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ lead_id }) => lead_id ?? '')].map(([leadId, mails]) => [
      leadId,
      mails.map(({ id, kind, recipient, attempts, state, last_error, created_at }) => ({
        ...{ id, kind, recipient, attempts, createdAt: created_at },
        ...{ state: stateOf({ state, attempts, last_error }), error: last_error ?? '' },
      })),
    ]),
  );
}
