import type { Transaction } from 'kysely';

/** The files of candidate tenants, sealed, with the day on which they are deleted. */
export async function createTenantFiles({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('tenant_files')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('viewing_id', 'text', (viewing) => viewing.notNull().unique())
    .addColumn('property_id', 'text', (property) => property.notNull())
    .addColumn('language', 'text', (language) => language.notNull())
    .addColumn('name', 'text', (name) => name.notNull())
    .addColumn('email', 'text', (email) => email.notNull())
    .addColumn('stage', 'text', (stage) => stage.notNull())
    .addColumn('state', 'text', (state) => state.notNull())
    .addColumn('content', 'text')
    .addColumn('created_at', 'text', (at) => at.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('decided_at', 'text')
    .addColumn('deletes_at', 'text', (at) => at.notNull())
    .execute();
  await schema.createIndex('tenant_files_by_property').on('tenant_files').columns(['property_id', 'id']).execute();
  await schema
    .createTable('tenant_documents')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('file_id', 'text', (file) => file.notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('name', 'text', (name) => name.notNull())
    .addColumn('type', 'text', (type) => type.notNull())
    .addColumn('bytes', 'integer', (bytes) => bytes.notNull())
    .addColumn('hash', 'text', (hash) => hash.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addUniqueConstraint('tenant_documents_once', ['file_id', 'hash'])
    .execute();
}
