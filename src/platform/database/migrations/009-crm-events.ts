import type { Transaction } from 'kysely';

/** Events that a CRM sends, the URL that it was given for each property, and the last import of each source. */
export async function createCrmEvents({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('crm_events')
    .addColumn('source', 'text', (source) => source.notNull())
    .addColumn('source_id', 'text', (id) => id.notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('happened_at', 'text', (at) => at.notNull())
    .addColumn('received_at', 'text', (at) => at.notNull())
    .addColumn('handled_at', 'text')
    .addPrimaryKeyConstraint('crm_events_once', ['source', 'source_id'])
    .execute();
  await schema
    .createTable('import_runs')
    .addColumn('source', 'text', (source) => source.primaryKey().notNull())
    .addColumn('holder', 'text', (holder) => holder.notNull())
    .addColumn('started_at', 'text', (at) => at.notNull())
    .addColumn('alive_at', 'text', (at) => at.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await schema.alterTable('import_ids').addColumn('online_url', 'text').execute();
}
