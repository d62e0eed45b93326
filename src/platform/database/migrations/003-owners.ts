import type { CreateTableBuilder, SchemaModule, Transaction } from 'kysely';

/** Owners with their logins and properties, what the agency did for a property, and how often its page was viewed. */
export async function createOwners({ schema }: Transaction<unknown>): Promise<void> {
  await createAccounts(schema);
  await createEntries(schema);
  await createViewCounts(schema);
}

const tableOf = (schema: SchemaModule, name: string) =>
  schema.createTable(name).addColumn('id', 'text', (id) => id.primaryKey());

async function createAccounts(schema: SchemaModule): Promise<void> {
  await columns(
    tableOf(schema, 'owners')
      .addColumn('email', 'text', (email) => email.notNull().unique())
      .addColumn('email_verified', 'integer', (verified) => verified.notNull()),
    ['name', 'language', 'digest', 'created_at', 'updated_at'],
    ['image', 'disabled_at', 'digest_week', 'seen_session', 'seen_at', 'seen_before'],
  ).execute();
  await columns(
    tableOf(schema, 'owner_sessions').addColumn('token', 'text', (token) => token.notNull().unique()),
    ['user_id', 'expires_at', 'created_at', 'updated_at'],
    ['ip_address', 'user_agent'],
  ).execute();
  await schema.createIndex('owner_sessions_by_owner').on('owner_sessions').column('user_id').execute();
  await columns(
    tableOf(schema, 'owner_credentials'),
    ['account_id', 'provider_id', 'user_id', 'created_at', 'updated_at'],
    [
      'access_token',
      'refresh_token',
      'id_token',
      'access_token_expires_at',
      'refresh_token_expires_at',
      'scope',
      'password',
    ],
  ).execute();
  await schema.createIndex('owner_credentials_by_owner').on('owner_credentials').column('user_id').execute();
  await columns(tableOf(schema, 'owner_tokens'), [
    'identifier',
    'value',
    'expires_at',
    'created_at',
    'updated_at',
  ]).execute();
  await schema.createIndex('owner_tokens_by_identifier').on('owner_tokens').column('identifier').execute();
  await columns(schema.createTable('owner_homes'), ['owner_id', 'home_id', 'role', 'created_at'])
    .addPrimaryKeyConstraint('owner_homes_once', ['owner_id', 'home_id'])
    .execute();
  await schema.createIndex('owner_homes_by_home').on('owner_homes').column('home_id').execute();
}

async function createEntries(schema: SchemaModule): Promise<void> {
  await columns(
    tableOf(schema, 'home_entries'),
    [
      'home_id',
      'kind',
      'external_id',
      'at',
      'type',
      'contact',
      'subject',
      'comment',
      'status',
      'source',
      'link',
      'created_at',
    ],
    [],
  )
    .addUniqueConstraint('home_entries_once', ['home_id', 'kind', 'external_id'])
    .execute();
  await schema.createIndex('home_entries_by_home').on('home_entries').columns(['home_id', 'kind', 'at']).execute();
  // The agency's feedback on a viewing; `visit_id` is the ID of a booking or of an entry.
  await columns(
    schema.createTable('visit_feedback').addColumn('visit_id', 'text', (id) => id.primaryKey()),
    ['home_id', 'asked_at'],
    ['comment', 'interest', 'given_at'],
  ).execute();
}

async function createViewCounts(schema: SchemaModule): Promise<void> {
  await columns(schema.createTable('view_counts'), ['home_id', 'day', 'source'])
    .addColumn('views', 'integer', (views) => views.notNull())
    .addPrimaryKeyConstraint('view_counts_once', ['home_id', 'day', 'source'])
    .execute();
  await columns(schema.createTable('view_marks'), ['day', 'mark'])
    .addPrimaryKeyConstraint('view_marks_once', ['day', 'mark'])
    .execute();
}

type Table = CreateTableBuilder<string, string>;

function columns(table: Table, required: readonly string[], optional: readonly string[] = []): Table {
  const made = required.reduce((all, column) => all.addColumn(column, 'text', (text) => text.notNull()), table);
  return optional.reduce((all, column) => all.addColumn(column, 'text'), made);
}
