import type { Database } from '../database/database.ts';
import type { MailRow } from '../database/schema.ts';
import { retryDelayMs } from './retry-delay.ts';

const LONGEST_ERROR = 500;

/** Writes down that the other side took the mail over, whoever holds its lease by now. */
export async function recordSent({ db }: Database, { id }: MailRow, nowMs: number = Date.now()): Promise<void> {
  const change = { state: 'sent' as const, sent_at: new Date(nowMs).toISOString(), lease_owner: null, last_error: null };
  await db.updateTable('outbox').set(change).where('id', '=', id).execute();
}

/** Writes down a failed try: due again later, or failed for good when its time is over. */
export async function recordFailure(
  { db }: Database,
  mail: MailRow,
  { error, baseMs, maxMs, nowMs = Date.now() }: { error: unknown; baseMs: number; maxMs: number; nowMs?: number },
): Promise<'pending' | 'failed'> {
  const nextMs = nowMs + retryDelayMs({ attempts: mail.attempts, baseMs, maxMs });
  const state = new Date(nowMs).toISOString() >= mail.give_up_at ? 'failed' : 'pending';
  await db
    .updateTable('outbox')
    .set({
      state,
      next_attempt_at: new Date(nextMs).toISOString(),
      lease_owner: null,
      last_error: String((error as Error)?.message ?? error).slice(0, LONGEST_ERROR),
    })
    // Not when the lease ended meanwhile and another took it.
    .where('id', '=', mail.id)
    .where('lease_owner', '=', mail.lease_owner)
    .where('attempts', '=', mail.attempts)
    .where('state', '=', 'sending')
    .execute();
  return state;
}
