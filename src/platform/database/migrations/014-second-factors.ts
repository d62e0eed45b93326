import type { Transaction } from 'kysely';

/** Passkeys for owners and staff, and the second factor of owners. */
export async function addSecondFactors({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('staff_recovery_codes').renameColumn('staff_id', 'account_id').execute();
  await schema
    .createTable('owner_recovery_codes')
    .addColumn('account_id', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .addPrimaryKeyConstraint('owner_recovery_codes_once', ['account_id', 'hash'])
    .execute();
  await schema.alterTable('owners').addColumn('totp_key', 'text').execute();
  await schema.alterTable('owners').addColumn('totp_step', 'integer').execute();
  await schema.alterTable('owner_sessions').addColumn('factor_at', 'text').execute();
  for (const name of ['staff_passkeys', 'owner_passkeys']) {
    await schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'integer', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('device', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text')
      .execute();
    await schema.createIndex(`${name}_by_account`).on(name).column('account_id').execute();
  }
}
