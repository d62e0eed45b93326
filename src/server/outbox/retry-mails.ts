import type { Database } from '../database/database.ts';
import { GIVE_UP_MS } from './give-up-ms.ts';

/** Makes failed and waiting mails due now, with 72 new hours; one by its id or all; returns how many. */
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
