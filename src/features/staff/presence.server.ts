import type { Database } from '../../platform/database/database.server.ts';

/** After this time somebody counts as gone. */
const PRESENT_MS = 60_000;

/** Records that somebody reads something, such as a lead, at this moment. */
export async function setPresent(
  { db }: Pick<Database, 'db'>,
  staffId: string,
  subject: string,
  nowMs = Date.now(),
): Promise<void> {
  const at = new Date(nowMs).toISOString();
  await db
    .deleteFrom('staff_presence')
    .where('at', '<', new Date(nowMs - PRESENT_MS).toISOString())
    .execute();
  await db
    .insertInto('staff_presence')
    .values({ staff_id: staffId, subject: subject.slice(0, 40), at })
    .onConflict((conflict) => conflict.columns(['staff_id', 'subject']).doUpdateSet({ at }))
    .execute();
}

/** The names of others who read the same at this moment. */
export async function presentAt(
  { db }: Pick<Database, 'db'>,
  subject: string,
  exceptId: string,
  nowMs = Date.now(),
): Promise<string[]> {
  const rows = await db
    .selectFrom('staff_presence')
    .innerJoin('staff', 'staff.id', 'staff_presence.staff_id')
    .select('staff.name')
    .where('subject', '=', subject)
    .where('staff_id', '!=', exceptId)
    .where('at', '>=', new Date(nowMs - PRESENT_MS).toISOString())
    .orderBy('staff.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Records that somebody no longer reads something, unless another page of theirs said so after this moment. */
export async function leave(
  { db }: Pick<Database, 'db'>,
  staffId: string,
  subject: string,
  presentAtMs: number,
): Promise<void> {
  await db
    .deleteFrom('staff_presence')
    .where('staff_id', '=', staffId)
    .where('subject', '=', subject)
    .where('at', '<=', new Date(presentAtMs).toISOString())
    .execute();
}

/** Everybody who reads a lead at this moment, with who has that lead. */
export const readersNow = (
  { db }: Pick<Database, 'db'>,
  nowMs = Date.now(),
): Promise<{ subject: string; staff_id: string; name: string; assigned_to: string | null }[]> =>
  db
    .selectFrom('staff_presence')
    .innerJoin('staff', 'staff.id', 'staff_presence.staff_id')
    .innerJoin('leads', 'leads.reference', 'staff_presence.subject')
    .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
    .select(['subject', 'staff_id', 'staff.name', 'lead_work.assigned_to'])
    .where('at', '>=', new Date(nowMs - PRESENT_MS).toISOString())
    .orderBy('staff.name')
    .execute();
