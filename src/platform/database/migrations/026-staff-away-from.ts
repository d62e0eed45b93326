import type { Transaction } from 'kysely';

/** From which day on a member of staff is away. */
export async function addStaffAwayFrom({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('staff').addColumn('away_from', 'text').execute();
}
