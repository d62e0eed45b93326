import type { Database } from '../../platform/database/database.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';

/** A viewing in the agenda, with what was said of it afterwards. */
export interface AgendaViewing extends ViewingRow {
  comment: string | null;
  interest: 'yes' | 'maybe' | 'no' | null;
  reportedAt: string | null;
}

/** The viewings that begin between two moments, in their order; holds that ran out are left out. */
export async function agendaOf(
  { db }: Pick<Database, 'db'>,
  { from, to, agent }: { from: string; to: string; agent?: string | undefined },
  nowMs = Date.now(),
): Promise<AgendaViewing[]> {
  const now = new Date(nowMs).toISOString();
  let query = db
    .selectFrom('viewings')
    .leftJoin('viewing_feedback', 'viewing_feedback.viewing_id', 'viewings.id')
    .selectAll('viewings')
    .select(['viewing_feedback.comment', 'viewing_feedback.interest', 'viewing_feedback.given_at as reportedAt'])
    .where('starts_at', '>=', from)
    .where('starts_at', '<', to)
    .where(({ eb, and, or }) => or([eb('state', '!=', 'requested'), and([eb('held_until', '>', now)])]))
    .orderBy('starts_at')
    .orderBy('viewings.id');
  if (agent) query = query.where('agent_id', '=', agent);
  return query.execute();
}

/** A viewing with its report; null when there is none with this ID. */
export async function agendaViewing({ db }: Pick<Database, 'db'>, id: string): Promise<AgendaViewing | null> {
  const row = await db
    .selectFrom('viewings')
    .leftJoin('viewing_feedback', 'viewing_feedback.viewing_id', 'viewings.id')
    .selectAll('viewings')
    .select(['viewing_feedback.comment', 'viewing_feedback.interest', 'viewing_feedback.given_at as reportedAt'])
    .where('viewings.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The viewings of these leads that were not cancelled, in the order in which they were booked. */
export async function viewingsOfLeads(
  { db }: Pick<Database, 'db'>,
  leadIds: readonly string[],
): Promise<Pick<ViewingRow, 'id' | 'lead_id' | 'starts_at'>[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom('viewings')
    .select(['id', 'lead_id', 'starts_at'])
    .where('lead_id', 'in', leadIds)
    .where('state', '!=', 'cancelled')
    .orderBy('id')
    .execute();
}

/** Records that a visitor did not come; false for a viewing that is still to come, or was cancelled. */
export async function markMissed({ db }: Pick<Database, 'db'>, id: string, nowMs = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('viewings')
    .set({ state: 'missed' })
    .where('id', '=', id)
    .where('state', 'in', ['confirmed', 'done', 'missed'])
    .where('starts_at', '<', new Date(nowMs).toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
