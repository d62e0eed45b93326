import { type Kysely, sql, type Transaction } from 'kysely';

/**
 * Links between email addresses of one person, lines of the audit that are counted or written once, and the moment at
 * which a second factor was set up.
 */
export async function createPersonLinks(transaction: Transaction<unknown>): Promise<void> {
  const { schema } = transaction;
  await schema
    .createTable('person_links')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('one', 'text', (one) => one.notNull())
    .addColumn('other', 'text', (other) => other.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addColumn('who', 'text', (who) => who.notNull())
    .addUniqueConstraint('person_links_once', ['one', 'other'])
    .execute();
  await schema.createIndex('person_links_by_other').on('person_links').column('other').execute();
  await schema.alterTable('staff_events').addColumn('once_key', 'text').execute();
  await schema
    .alterTable('staff_events')
    .addColumn('count', 'integer', (count) => count.notNull().defaultTo(1))
    .execute();
  await schema.createIndex('staff_events_once').unique().on('staff_events').column('once_key').execute();
  await schema.createIndex('staff_events_by_person').on('staff_events').columns(['staff_id', 'id']).execute();
  await schema.createIndex('staff_events_by_action').on('staff_events').columns(['action', 'id']).execute();
  await schema.createIndex('staff_events_by_subject').on('staff_events').column('subject').execute();
  await addFactorMoment(transaction);
}

/** The audit knows when the apps of now were set up. */
async function addFactorMoment(transaction: Kysely<unknown>): Promise<void> {
  await transaction.schema.alterTable('staff').addColumn('factor_set_at', 'text').execute();
  await sql`
    update staff set factor_set_at = (
      select max(at) from staff_events where staff_id = staff.id and action = 'factor-set-up'
    ) where totp_key is not null`.execute(transaction);
}
