import type { Database } from '../database/database.ts';

/** Removes sessions and links that are over; gives how many. */
export async function forgetExpired({ db }: Pick<Database, 'db'>, now = new Date()): Promise<number> {
  const before = now.toISOString();
  const sessions = await db.deleteFrom('owner_sessions').where('expires_at', '<=', before).executeTakeFirst();
  const tokens = await db.deleteFrom('owner_tokens').where('expires_at', '<=', before).executeTakeFirst();
  return Number(sessions.numDeletedRows + tokens.numDeletedRows);
}
