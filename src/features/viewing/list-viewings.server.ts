import type { Database } from '../../platform/database/database.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';

/** A viewing as operators see it; `startsAt` in UTC. */
export interface ListedViewing {
  startsAt: string;
  endsAt: string;
  state: ViewingRow['state'];
  propertyId: string;
  agent: string;
  name: string;
  email: string;
  phone: string | null;
}

/**
 * Viewings in the order of their times. Without `all` only those to come that are confirmed, or requested and still
 * held.
 */
export async function listViewings(
  { db }: Database,
  { agent, property, all = false }: { agent?: string; property?: string; all?: boolean } = {},
  nowMs = Date.now(),
): Promise<ListedViewing[]> {
  const now = new Date(nowMs).toISOString();
  let query = db.selectFrom('viewings').selectAll().orderBy('starts_at').orderBy('id');
  if (agent) query = query.where('agent_id', '=', agent);
  if (property) query = query.where('property_id', '=', property);
  if (!all)
    query = query
      .where('starts_at', '>', now)
      .where(({ eb, and, or }) =>
        or([eb('state', '=', 'confirmed'), and([eb('state', '=', 'requested'), eb('held_until', '>', now)])]),
      );
  return (await query.execute()).map((row) => ({
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    state: row.state,
    propertyId: row.property_id,
    agent: row.agent_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
  }));
}
