import type { Transaction } from 'kysely';

/** Translations that are still right after their source changed, and changes of many content files at once. */
export async function createTranslations({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('right_translations')
    .addColumn('file', 'text', (file) => file.notNull())
    .addColumn('place', 'text', (place) => place.notNull())
    .addColumn('language', 'text', (language) => language.notNull())
    .addColumn('source', 'text', (source) => source.notNull())
    .addColumn('source_hash', 'text', (hash) => hash.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addPrimaryKeyConstraint('right_translations_once', ['file', 'place', 'language', 'source'])
    .execute();
  await schema
    .createTable('content_batches')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('what', 'text', (what) => what.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addColumn('who', 'text', (who) => who.notNull())
    .addColumn('changes', 'integer', (changes) => changes.notNull())
    .addColumn('undone_at', 'text')
    .execute();
}
