import { type CreateTableBuilder, type SchemaModule, sql, type Transaction } from 'kysely';

/** Leads and their mails, newsletter, rate limits and single-use tokens. */
export async function createRequests({ schema }: Transaction<unknown>): Promise<void> {
  await createLeads(schema);
  await createOutbox(schema);
  await createNewsletter(schema);
  await createKeys(schema);
}

async function createLeads(schema: SchemaModule): Promise<void> {
  const requests = required(
    schema.createTable('requests').addColumn('id', 'text', (id) => id.primaryKey()),
    ['form', 'status', 'language', 'page', 'answers', 'campaign', 'consent_version', 'created_at'],
  );
  await optional(requests, ['property_id', 'project_id', 'email', 'handled_at'])
    .addColumn('reference', 'text', (reference) => reference.notNull().unique())
    .addColumn('token_key', 'text', (key) => key.notNull().unique())
    .execute();
  await schema.createIndex('requests_by_email').on('requests').column('email').execute();
  await schema.createIndex('requests_by_moment').on('requests').column('created_at').execute();
}

async function createOutbox(schema: SchemaModule): Promise<void> {
  const outbox = required(
    schema.createTable('outbox').addColumn('id', 'text', (id) => id.primaryKey()),
    [
      'kind',
      'to_address',
      'subject',
      'text',
      'headers',
      'attachments',
      'state',
      'next_attempt_at',
      'give_up_at',
      'created_at',
    ],
  );
  await optional(outbox, ['reply_to', 'html', 'lease_owner', 'request_id', 'sent_at', 'last_error'])
    .addColumn('message_id', 'text', (id) => id.unique())
    .addColumn('attempts', 'integer', (attempts) => attempts.notNull().defaultTo(0))
    .execute();
  // Indexes of mails that are still to be sent: they stay small however many mails were ever sent.
  await schema
    .createIndex('outbox_due')
    .on('outbox')
    .column('next_attempt_at')
    .where(sql<boolean>`state in ('pending', 'sending')`)
    .execute();
  await schema
    .createIndex('outbox_failed')
    .on('outbox')
    .column('state')
    .where(sql<boolean>`state = 'failed'`)
    .execute();
  await schema.createIndex('outbox_by_request').on('outbox').column('request_id').execute();
  await schema.createIndex('outbox_by_moment').on('outbox').column('created_at').execute();
}

async function createNewsletter(schema: SchemaModule): Promise<void> {
  const newsletter = required(
    schema.createTable('newsletter').addColumn('email', 'text', (email) => email.primaryKey()),
    ['language', 'state', 'created_at'],
  );
  await optional(newsletter, ['confirmed_at', 'unsubscribed_at'])
    .addColumn('confirm_hash', 'text', (hash) => hash.notNull().unique())
    .addColumn('unsubscribe_hash', 'text', (hash) => hash.notNull().unique())
    .execute();
}

/** Rate limits, single-use tokens and the keys that all processes share. */
async function createKeys(schema: SchemaModule): Promise<void> {
  await schema
    .createTable('limits')
    .addColumn('key', 'text', (key) => key.primaryKey())
    .addColumn('points', 'integer', (points) => points.notNull())
    .addColumn('expires_at', 'bigint')
    .execute();
  await required(
    schema.createTable('used_tokens').addColumn('signature', 'text', (signature) => signature.primaryKey()),
    ['expires_at'],
  ).execute();
  await required(
    schema.createTable('keys').addColumn('name', 'text', (name) => name.primaryKey()),
    ['value'],
  ).execute();
}

type Table = CreateTableBuilder<string, string>;

function required(table: Table, columns: readonly string[]): Table {
  return columns.reduce((made, column) => made.addColumn(column, 'text', (text) => text.notNull()), table);
}

function optional(table: Table, columns: readonly string[]): Table {
  return columns.reduce((made, column) => made.addColumn(column, 'text'), table);
}
