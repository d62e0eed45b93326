import type { Database } from '../../platform/database/database.ts';

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
