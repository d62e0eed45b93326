import type { Transaction } from 'kysely';

/** What members of staff have written in forms of the content and not saved yet. */
export async function createContentDrafts({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('content_drafts')
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('part', 'text', (column) => column.notNull())
    .addColumn('staff_id', 'text', (column) => column.notNull())
    .addColumn('base', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_drafts_once', ['file', 'part', 'staff_id'])
    .execute();
}
