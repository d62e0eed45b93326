import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { WAITING } from './waiting.ts';

/** How the outbox is doing: `ok` is false when a mail was given up or one has waited for over an hour. */
export interface OutboxHealth {
  ok: boolean;
  waiting: number;
  failed: number;
  /** Age of the oldest mail still to be sent, 0 without one. */
  oldestSeconds: number;
}

const ALARM_SECONDS = 3600;

/** The outbox's state for /healthz and the command line. */
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
  return { ok: given === 0 && oldestSeconds < ALARM_SECONDS, waiting: Number(waiting.count), failed: given, oldestSeconds };
}
