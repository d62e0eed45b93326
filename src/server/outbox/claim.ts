import type { Database } from '../database/database.ts';
import type { MailRow } from '../database/schema.ts';
import { WAITING } from './waiting.ts';

/** Takes the next due mail for this owner until its lease ends, or null; a lease that ended is due again. */
export async function claim(
  { db, engine }: Database,
  { owner, leaseMs, domain, nowMs = Date.now() }: { owner: string; leaseMs: number; domain: string; nowMs?: number },
): Promise<MailRow | null> {
  const now = new Date(nowMs).toISOString();
  const due = db
    .selectFrom('outbox')
    .select('outbox.id')
    .where(WAITING)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(1);
  // Looking first costs no write lock while there is nothing to do.
  if (!(await due.executeTakeFirst())) return null;
  const taken = await db
    .updateTable('outbox')
    .set(({ eb, fn, ref, val }) => ({
      state: 'sending' as const,
      lease_owner: owner,
      next_attempt_at: new Date(nowMs + leaseMs).toISOString(),
      attempts: eb('attempts', '+', 1),
      // Fixed before the first byte leaves: whoever tries again later uses the same.
      message_id: fn.coalesce('message_id', eb(ref('id'), '||', val(`@${domain}`))),
    }))
    .where('id', '=', engine === 'postgres' ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .executeTakeFirst();
  return taken ?? null;
}
