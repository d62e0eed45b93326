import type { Transaction } from 'kysely';

/** Paths without a page that were asked for, as numbers per path and the page that leads there. */
export async function createMissingPaths({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('missing_paths')
    .addColumn('path', 'text', (path) => path.notNull())
    .addColumn('referrer', 'text', (referrer) => referrer.notNull())
    .addColumn('last_day', 'text', (day) => day.notNull())
    .addColumn('hits', 'integer', (hits) => hits.notNull())
    .addPrimaryKeyConstraint('missing_paths_once', ['path', 'referrer'])
    .execute();
}
