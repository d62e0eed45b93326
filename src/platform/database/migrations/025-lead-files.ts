import type { Transaction } from 'kysely';

/** What visitors mail back: since when a lead waits again, and the files of such a mail. */
export async function createLeadFiles({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('lead_work').addColumn('received_at', 'text').execute();
  await schema
    .createTable('lead_files')
    .addColumn('id', 'text', (id) => id.primaryKey())
    .addColumn('lead_id', 'text', (lead) => lead.notNull())
    .addColumn('entry_id', 'text', (entry) => entry.notNull())
    .addColumn('name', 'text', (name) => name.notNull())
    .addColumn('type', 'text', (type) => type.notNull())
    .addColumn('bytes', 'integer', (bytes) => bytes.notNull())
    .addColumn('hash', 'text', (hash) => hash.notNull())
    .addColumn('problem', 'text')
    .addColumn('at', 'text', (at) => at.notNull())
    .execute();
  await schema.createIndex('lead_files_lead').on('lead_files').column('lead_id').execute();
}
