import type { CreateTableBuilder, Transaction } from 'kysely';

/** The people of the agency with their logins, what they did, and what they noted at leads. */
export async function createStaff({ schema }: Transaction<unknown>): Promise<void> {
  const table = (name: string) => schema.createTable(name).addColumn('id', 'text', (id) => id.primaryKey().notNull());
  await columns(
    table('staff')
      .addColumn('email', 'text', (email) => email.notNull().unique())
      .addColumn('email_verified', 'integer', (verified) => verified.notNull())
      .addColumn('totp_step', 'integer'),
    ['name', 'language', 'role', 'created_at', 'updated_at'],
    ['image', 'member', 'totp_key', 'disabled_at'],
  ).execute();
  await columns(
    table('staff_sessions').addColumn('token', 'text', (token) => token.notNull().unique()),
    ['user_id', 'expires_at', 'created_at', 'updated_at'],
    ['ip_address', 'user_agent', 'factor_at'],
  ).execute();
  await schema.createIndex('staff_sessions_by_person').on('staff_sessions').column('user_id').execute();
  await columns(
    table('staff_credentials'),
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
  await columns(table('staff_tokens'), ['identifier', 'value', 'expires_at', 'created_at', 'updated_at']).execute();
  await columns(schema.createTable('staff_recovery_codes'), ['staff_id', 'hash'], ['used_at'])
    .addPrimaryKeyConstraint('staff_recovery_codes_once', ['staff_id', 'hash'])
    .execute();
  await columns(table('staff_events'), ['at', 'who', 'action', 'subject'], ['staff_id', 'before', 'after']).execute();
  await schema.createIndex('staff_events_by_time').on('staff_events').column('at').execute();
  await columns(schema.createTable('staff_presence'), ['staff_id', 'subject', 'at'])
    .addPrimaryKeyConstraint('staff_presence_once', ['staff_id', 'subject'])
    .execute();
  await createLeadWork(schema);
  await columns(
    schema.createTable('calendar_feeds').addColumn('staff_id', 'text', (id) => id.primaryKey().notNull()),
    ['token_hash', 'created_at'],
  ).execute();
}

async function createLeadWork(schema: Transaction<unknown>['schema']): Promise<void> {
  await columns(
    schema.createTable('lead_work').addColumn('lead_id', 'text', (id) => id.primaryKey().notNull()),
    ['updated_at'],
    ['assigned_to', 'snoozed_until', 'responded_at'],
  ).execute();
  await schema.createIndex('lead_work_by_person').on('lead_work').column('assigned_to').execute();
  await columns(
    schema
      .createTable('lead_entries')
      .addColumn('id', 'text', (id) => id.primaryKey().notNull())
      .addColumn('client_key', 'text', (key) => key.unique()),
    ['lead_id', 'who', 'kind', 'text', 'at'],
    ['staff_id', 'outbox_id'],
  ).execute();
  await schema.createIndex('lead_entries_by_lead').on('lead_entries').columns(['lead_id', 'at']).execute();
  await columns(schema.createTable('lead_drafts'), ['lead_id', 'staff_id', 'text', 'updated_at'])
    .addPrimaryKeyConstraint('lead_drafts_once', ['lead_id', 'staff_id'])
    .execute();
}

type Table = CreateTableBuilder<string, string>;

function columns(table: Table, required: readonly string[], optional: readonly string[] = []): Table {
  const made = required.reduce((all, column) => all.addColumn(column, 'text', (text) => text.notNull()), table);
  return optional.reduce((all, column) => all.addColumn(column, 'text'), made);
}
