import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { MailRow } from '../database/schema.ts';
import { GIVE_UP_MS, WAITING } from './mail-queue.ts';

/** The summary of a mail, without its content. */
export type MailSummary = Pick<
  MailRow,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'subject'
  | 'state'
  | 'attempts'
  | 'next_attempt_at'
  | 'created_at'
  | 'sent_at'
  | 'last_error'
>;

/** The newest mails, in one state or in all. */
export async function listMails(
  { db }: Database,
  { state, limit = 50 }: { state?: MailRow['state'] | undefined; limit?: number } = {},
): Promise<MailSummary[]> {
  let query = db
    .selectFrom('outbox')
    .select([
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
    ]);
  if (state) query = query.where('state', '=', state);
  return await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** Makes failed and waiting mails due now, with 72 new hours; one by its ID or all; returns their number. */
export async function retryMails(
  { db }: Database,
  { id, nowMs = Date.now() }: { id?: string | undefined; nowMs?: number } = {},
): Promise<number> {
  const change = {
    state: 'pending' as const,
    next_attempt_at: new Date(nowMs).toISOString(),
    give_up_at: new Date(nowMs + GIVE_UP_MS).toISOString(),
  };
  let query = db.updateTable('outbox').set(change).where('state', 'in', ['pending', 'failed']);
  if (id) query = query.where('id', '=', id);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The state of the outbox: `ok` is false when a mail has failed or has waited for over an hour. */
export interface OutboxHealth {
  ok: boolean;
  waiting: number;
  failed: number;
  /** Age of the oldest mail still to be sent; 0 when there is none. */
  oldestSeconds: number;
}

const ALARM_SECONDS = 3600;

/** The state of the outbox for /healthz and the command line. */
export async function outboxHealth({ db }: Database, nowMs: number = Date.now()): Promise<OutboxHealth> {
  const waiting = await db
    .selectFrom('outbox')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .where(WAITING)
    .executeTakeFirstOrThrow();
  const failed = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(sql<boolean>`state = 'failed'`)
    .executeTakeFirstOrThrow();
  const oldestSeconds = waiting.oldest ? Math.max(0, Math.round((nowMs - Date.parse(waiting.oldest)) / 1000)) : 0;
  const given = Number(failed.count);
  return {
    ok: given === 0 && oldestSeconds < ALARM_SECONDS,
    waiting: Number(waiting.count),
    failed: given,
    oldestSeconds,
  };
}
