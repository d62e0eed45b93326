import type { Database } from '../database/database.ts';

/** Marks a request as handled; `already` when it was, null when there is none with this reference. */
export async function markHandled(
  { db }: Database,
  reference: string,
  nowMs: number = Date.now(),
): Promise<'handled' | 'already' | null> {
  const { numUpdatedRows } = await db
    .updateTable('requests')
    .set({ status: 'handled', handled_at: new Date(nowMs).toISOString() })
    .where('reference', '=', reference)
    .where('status', '=', 'new')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return 'handled';
  const known = await db.selectFrom('requests').select('id').where('reference', '=', reference).executeTakeFirst();
  return known ? 'already' : null;
}
