import type { CreateTableBuilder, SchemaModule, Transaction } from 'kysely';

/** Properties over time, saved searches and their alerts, viewings, and which documents were opened. */
export async function createHomes({ schema }: Transaction<unknown>): Promise<void> {
  await createHistory(schema);
  await createSearches(schema);
  await createBookings(schema);
  await createDocumentOpenings(schema);
}

async function createHistory(schema: SchemaModule): Promise<void> {
  await columns(
    schema.createTable('homes').addColumn('id', 'text', (id) => id.primaryKey()),
    ['facts', 'status', 'first_seen'],
    ['sold_since', 'gone_since'],
  )
    .addColumn('price', 'integer')
    .execute();
  await columns(
    schema.createTable('home_events').addColumn('id', 'text', (id) => id.primaryKey()),
    ['home_id', 'kind', 'at'],
    ['matched_at'],
  )
    .addColumn('old_price', 'integer')
    .addColumn('new_price', 'integer')
    .execute();
  await schema.createIndex('home_events_by_home').on('home_events').columns(['home_id', 'at']).execute();
  await columns(
    schema.createTable('catalogues').addColumn('hash', 'text', (hash) => hash.primaryKey()),
    ['recorded_at'],
  ).execute();
}

async function createSearches(schema: SchemaModule): Promise<void> {
  await columns(
    schema.createTable('searches').addColumn('id', 'text', (id) => id.primaryKey()),
    ['email', 'language', 'criteria', 'frequency', 'state', 'created_at'],
    ['request_id', 'confirmed_at', 'ended_at'],
  ).execute();
  await schema.createIndex('searches_by_email').on('searches').column('email').execute();
  await schema.createIndex('searches_by_state').on('searches').column('state').execute();
  // An event of a property reaches a saved search once, whichever process matches it and however often.
  await columns(
    schema.createTable('alerts'),
    ['search_id', 'home_id', 'event_id', 'state', 'due_at', 'created_at'],
    ['sent_at'],
  )
    .addPrimaryKeyConstraint('alerts_once', ['search_id', 'home_id', 'event_id'])
    .execute();
  await schema.createIndex('alerts_due').on('alerts').columns(['state', 'due_at']).execute();
  await schema.createIndex('alerts_by_home').on('alerts').column('home_id').execute();
}

async function createBookings(schema: SchemaModule): Promise<void> {
  await columns(
    schema.createTable('bookings').addColumn('id', 'text', (id) => id.primaryKey()),
    ['home_id', 'agent_id', 'starts_at', 'ends_at', 'state', 'language', 'name', 'email', 'created_at'],
    ['request_id', 'phone', 'held_until', 'reminded_at'],
  )
    .addColumn('sequence', 'integer', (sequence) => sequence.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('bookings_by_home').on('bookings').columns(['home_id', 'starts_at']).execute();
  await schema.createIndex('bookings_by_agent').on('bookings').columns(['agent_id', 'starts_at']).execute();
  await schema.createIndex('bookings_by_email').on('bookings').column('email').execute();
  // A quarter of an hour of an agent, one row per seat: the constraint refuses overlaps, in any number of processes.
  await columns(schema.createTable('booking_cells'), ['agent_id', 'cell', 'booking_id', 'home_id', 'starts_at'])
    .addColumn('seat', 'integer', (seat) => seat.notNull())
    .addPrimaryKeyConstraint('booking_cells_once', ['agent_id', 'cell', 'seat'])
    .execute();
  await schema.createIndex('booking_cells_by_booking').on('booking_cells').column('booking_id').execute();
}

async function createDocumentOpenings(schema: SchemaModule): Promise<void> {
  await columns(
    schema.createTable('document_openings').addColumn('id', 'text', (id) => id.primaryKey()),
    ['home_id', 'document', 'at'],
    ['request_id'],
  ).execute();
  await schema.createIndex('document_openings_by_home').on('document_openings').columns(['home_id', 'at']).execute();
}

type Table = CreateTableBuilder<string, string>;

function columns(table: Table, required: readonly string[], optional: readonly string[] = []): Table {
  const made = required.reduce((all, column) => all.addColumn(column, 'text', (text) => text.notNull()), table);
  return optional.reduce((all, column) => all.addColumn(column, 'text'), made);
}
