import type { Transaction } from 'kysely';

/** Shortlists that visitors share by a link: their properties, and the hearts and notes of those who have the link. */
export async function createSharedLists({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('shared_lists')
    .addColumn('id', 'text', (id) => id.primaryKey())
    .addColumn('created_at', 'text', (at) => at.notNull())
    .addColumn('expires_at', 'text', (at) => at.notNull())
    .execute();
  await schema.createIndex('shared_lists_by_end').on('shared_lists').column('expires_at').execute();
  await schema
    .createTable('shared_list_properties')
    .addColumn('list_id', 'text', (id) => id.notNull())
    .addColumn('property_id', 'text', (id) => id.notNull())
    .addColumn('place', 'integer', (place) => place.notNull())
    .addPrimaryKeyConstraint('shared_list_properties_once', ['list_id', 'property_id'])
    .execute();
  await schema
    .createTable('shared_list_marks')
    .addColumn('id', 'text', (id) => id.primaryKey())
    .addColumn('list_id', 'text', (id) => id.notNull())
    .addColumn('property_id', 'text', (id) => id.notNull())
    .addColumn('writer', 'text', (writer) => writer.notNull())
    .addColumn('author', 'text', (author) => author.notNull())
    .addColumn('liked', 'integer', (liked) => liked.notNull())
    .addColumn('note', 'text', (note) => note.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .execute();
  await schema.createIndex('shared_list_marks_by_list').on('shared_list_marks').column('list_id').execute();
}
