import { type Kysely, sql, type Transaction } from 'kysely';

const TABLES: readonly (readonly [before: string, after: string])[] = [
  ['requests', 'leads'],
  ['homes', 'properties'],
  ['home_events', 'property_events'],
  ['searches', 'saved_searches'],
  ['bookings', 'viewings'],
  ['booking_cells', 'viewing_cells'],
  ['owner_homes', 'owner_properties'],
  ['home_entries', 'property_entries'],
  ['visit_feedback', 'viewing_feedback'],
];
/** Columns to rename, by the new name of their table. */
const COLUMNS: readonly (readonly [table: string, before: string, after: string])[] = [
  ['leads', 'answers', 'form_values'],
  ['outbox', 'request_id', 'lead_id'],
  ['outbox', 'to_address', 'recipient'],
  ['properties', 'facts', 'listing'],
  ['property_events', 'home_id', 'property_id'],
  ['saved_searches', 'request_id', 'lead_id'],
  ['alerts', 'home_id', 'property_id'],
  ['viewings', 'request_id', 'lead_id'],
  ['viewings', 'home_id', 'property_id'],
  ['viewing_cells', 'booking_id', 'viewing_id'],
  ['viewing_cells', 'home_id', 'property_id'],
  ['document_openings', 'home_id', 'property_id'],
  ['document_openings', 'request_id', 'lead_id'],
  ['owner_properties', 'home_id', 'property_id'],
  ['property_entries', 'home_id', 'property_id'],
  ['viewing_feedback', 'visit_id', 'viewing_id'],
  ['viewing_feedback', 'home_id', 'property_id'],
  ['view_counts', 'home_id', 'property_id'],
];
/** Indexes keep their columns; only their names change. SQLite cannot rename an index. */
const INDEXES: readonly (readonly [before: string, after: string, table: string, columns: readonly string[]])[] = [
  ['requests_by_email', 'leads_by_email', 'leads', ['email']],
  ['requests_by_moment', 'leads_by_moment', 'leads', ['created_at']],
  ['outbox_by_request', 'outbox_by_lead', 'outbox', ['lead_id']],
  ['home_events_by_home', 'property_events_by_property', 'property_events', ['property_id', 'at']],
  ['searches_by_email', 'saved_searches_by_email', 'saved_searches', ['email']],
  ['searches_by_state', 'saved_searches_by_state', 'saved_searches', ['state']],
  ['alerts_by_home', 'alerts_by_property', 'alerts', ['property_id']],
  ['bookings_by_home', 'viewings_by_property', 'viewings', ['property_id', 'starts_at']],
  ['bookings_by_agent', 'viewings_by_agent', 'viewings', ['agent_id', 'starts_at']],
  ['bookings_by_email', 'viewings_by_email', 'viewings', ['email']],
  ['booking_cells_by_booking', 'viewing_cells_by_viewing', 'viewing_cells', ['viewing_id']],
  ['document_openings_by_home', 'document_openings_by_property', 'document_openings', ['property_id', 'at']],
  ['owner_homes_by_home', 'owner_properties_by_property', 'owner_properties', ['property_id']],
  ['home_entries_by_home', 'property_entries_by_property', 'property_entries', ['property_id', 'kind', 'at']],
];

/** Renames tables, columns, indexes and stored values to the words of the glossary. */
export async function renameWords(transaction: Transaction<unknown>): Promise<void> {
  const { schema } = transaction;
  for (const [before, after] of TABLES) await schema.alterTable(before).renameTo(after).execute();
  for (const [table, before, after] of COLUMNS) await schema.alterTable(table).renameColumn(before, after).execute();
  for (const [before, after, table, columns] of INDEXES) {
    await schema.dropIndex(before).execute();
    await schema
      .createIndex(after)
      .on(table)
      .columns([...columns])
      .execute();
  }
  const db: Kysely<unknown> = transaction;
  await sql`update property_entries set kind = 'viewing' where kind = 'visit'`.execute(db);
  await sql`update property_entries set type = 'viewing' where type = 'visit' and kind = 'viewing'`.execute(db);
  await sql`update outbox set kind = 'viewing' || substr(kind, 6) where kind like 'visit-%'`.execute(db);
}
