import type { Transaction } from 'kysely';

/** Documents that owners send, sealed in the database, and what owners say to viewings that were asked for. */
export async function createOwnerDocuments({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('owner_documents')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('owner_id', 'text', (owner) => owner.notNull())
    .addColumn('property_id', 'text', (property) => property.notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('name', 'text', (name) => name.notNull())
    .addColumn('type', 'text', (type) => type.notNull())
    .addColumn('bytes', 'integer', (bytes) => bytes.notNull())
    .addColumn('hash', 'text', (hash) => hash.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addUniqueConstraint('owner_documents_once', ['owner_id', 'property_id', 'hash'])
    .execute();
  await schema
    .createIndex('owner_documents_by_property')
    .on('owner_documents')
    .columns(['property_id', 'id'])
    .execute();
  await schema
    .createTable('sealed_files')
    .addColumn('document_id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('content', 'text', (content) => content.notNull())
    .execute();
  await schema
    .createTable('owner_replies')
    .addColumn('viewing_id', 'text', (viewing) => viewing.notNull())
    .addColumn('owner_id', 'text', (owner) => owner.notNull())
    .addColumn('reply', 'text', (reply) => reply.notNull())
    .addColumn('note', 'text', (note) => note.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addPrimaryKeyConstraint('owner_replies_once', ['viewing_id', 'owner_id'])
    .execute();
}
