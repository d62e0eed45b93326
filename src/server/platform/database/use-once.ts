import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Whether this signature is used for the first time. It is remembered until it expires (milliseconds since 1970), so
 * that replays are refused.
 */
export async function useOnce(db: Kysely<Schema>, signature: string, expiresAtMs: number): Promise<boolean> {
  const row = { signature, expires_at: new Date(expiresAtMs).toISOString() };
  const inserted = await db
    .insertInto('used_tokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('signature')
    .execute();
  return inserted.length > 0;
}
