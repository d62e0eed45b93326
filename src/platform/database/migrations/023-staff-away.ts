import type { Transaction } from 'kysely';

/** Until when a member of staff is away, and who takes their leads meanwhile. */
export async function addStaffAway({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('staff').addColumn('away_until', 'text').execute();
  await schema.alterTable('staff').addColumn('deputy_id', 'text').execute();
}
