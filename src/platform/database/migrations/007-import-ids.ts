import type { Transaction } from 'kysely';

/** The number on this site of each property of a CRM: it is given once, so that the URL of a property stays. */
export async function createImportIds({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('import_ids')
    .addColumn('source', 'text', (source) => source.notNull())
    .addColumn('source_id', 'text', (id) => id.notNull())
    .addColumn('property_id', 'integer', (id) => id.notNull().unique())
    .addPrimaryKeyConstraint('import_ids_once', ['source', 'source_id'])
    .execute();
}
