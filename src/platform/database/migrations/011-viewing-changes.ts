import type { Transaction } from 'kysely';

/** What was changed about viewings: for the pages of the studio that are open, and to undo a change for a moment. */
export async function createViewingChanges({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('viewing_changes')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('viewing_id', 'text', (viewing) => viewing.notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addColumn('staff_id', 'text')
    .addColumn('reason', 'text')
    .addColumn('before', 'text', (before) => before.notNull())
    .addColumn('outbox_ids', 'text', (ids) => ids.notNull())
    .execute();
  await schema.createIndex('viewing_changes_by_viewing').on('viewing_changes').columns(['viewing_id', 'id']).execute();
  await schema.createIndex('viewings_by_start').on('viewings').column('starts_at').execute();
}
