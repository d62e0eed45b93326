import type { Transaction } from 'kysely';

/** What visitors search, as numbers per day, and the source of a lead where it is a saved search. */
export async function createSearchCounts({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .createTable('search_counts')
    .addColumn('day', 'text', (day) => day.notNull())
    .addColumn('goal', 'text', (goal) => goal.notNull())
    .addColumn('place', 'text', (place) => place.notNull())
    .addColumn('type_key', 'text', (type) => type.notNull())
    .addColumn('max_price', 'integer', (price) => price.notNull())
    .addColumn('hits', 'text', (hits) => hits.notNull())
    .addColumn('searches', 'integer', (searches) => searches.notNull())
    .addPrimaryKeyConstraint('search_counts_once', ['day', 'goal', 'place', 'type_key', 'max_price', 'hits'])
    .execute();
  await schema.alterTable('leads').addColumn('source', 'text').execute();
}
