import type { Transaction } from 'kysely';

/** The outbox also holds events for webhook targets; a target that is gone is remembered. */
export async function addWebhooks({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('target', 'text').execute();
  await schema
    .createTable('webhook_targets')
    .addColumn('target', 'text', (target) => target.primaryKey().notNull())
    .addColumn('url_hash', 'text', (hash) => hash.notNull())
    .addColumn('switched_off_at', 'text', (at) => at.notNull())
    .execute();
}
