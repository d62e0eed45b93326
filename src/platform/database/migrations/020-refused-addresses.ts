import type { Transaction } from 'kysely';

/** Whether a mail was refused because of the address of somebody else: it is no fault of the site. */
export async function addRefusedAddresses({ schema }: Transaction<unknown>): Promise<void> {
  await schema
    .alterTable('outbox')
    .addColumn('address_refused', 'integer', (refused) => refused.notNull().defaultTo(0))
    .execute();
}
