import type { Transaction } from 'kysely';

/** Whether single keys act for a member of staff, and for how long mails can be taken back. */
export async function addStaffPreferences({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .alterTable('staff')
    .addColumn('keys', 'text', (keys) => keys.notNull().defaultTo('off'))
    .execute();
  await schema
    .alterTable('staff')
    .addColumn('undo_seconds', 'integer', (seconds) => seconds.notNull().defaultTo(10))
    .execute();
}
