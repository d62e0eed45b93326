import { DatabaseSync } from 'node:sqlite';

/** A property that was for sale and is no longer shown. */
export const GONE_PROPERTY = 999_001;

/** Stores that property in the database of a site that serves. */
export function storeGoneProperty(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: 5000 });
  const { listing } = database.prepare('select listing from properties limit 1').get() as { listing: string };
  database
    .prepare(
      `insert or ignore into properties (id, listing, status, first_seen, gone_since)
        values (?, ?, 'gone', '2026-01-01', '2026-02-01')`,
    )
    .run(String(GONE_PROPERTY), JSON.stringify({ ...JSON.parse(listing), id: GONE_PROPERTY, goal: 'sale' }));
  database.close();
}
