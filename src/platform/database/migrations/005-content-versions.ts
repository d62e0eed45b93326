import type { Transaction } from 'kysely';

/** What each content file was: its history. */
export async function createContentVersions({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('content_versions')
    .addColumn('file', 'text', (file) => file.notNull())
    .addColumn('number', 'integer', (number) => number.notNull())
    .addColumn('hash', 'text', (hash) => hash.notNull())
    .addColumn('body', 'text')
    .addColumn('at', 'text', (at) => at.notNull())
    .addColumn('who', 'text')
    .addColumn('source', 'text', (source) => source.notNull())
    .addColumn('why', 'text', (why) => why.notNull())
    .addColumn('undoes', 'integer')
    .addColumn('replaced_at', 'text')
    .addPrimaryKeyConstraint('content_versions_once', ['file', 'number'])
    .execute();
  await schema.createIndex('content_versions_by_end').on('content_versions').columns(['replaced_at', 'file']).execute();
  await schema.createIndex('content_versions_by_moment').on('content_versions').column('at').execute();
}
