import type { Database } from '../database/database.ts';

/** Ends the weekly mail of an owner; false when there is no such account any more. */
export async function stopDigest({ db }: Database, ownerId: string): Promise<boolean> {
  const stopped = await db.updateTable('owners').set({ digest: 'off' }).where('id', '=', ownerId).executeTakeFirst();
  return Number(stopped.numUpdatedRows) > 0;
}
