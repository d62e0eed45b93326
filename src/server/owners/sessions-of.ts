import type { Database } from '../database/database.ts';
import type { Owner } from './owner.ts';
import type { OwnerSession } from './owners.ts';

/** The running sessions of an owner, the newest first. */
export async function sessionsOf({ db }: Pick<Database, 'db'>, owner: Owner): Promise<OwnerSession[]> {
  const rows = await db
    .selectFrom('owner_sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', owner.id)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute();
  return rows.map(({ id, user_agent, created_at, updated_at }) => ({
    id,
    current: id === owner.sessionId,
    userAgent: user_agent ?? '',
    since: created_at,
    seen: updated_at,
  }));
}
