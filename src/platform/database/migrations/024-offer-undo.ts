import type { Transaction } from 'kysely';

/** What an offer was before a decision, and the mails of the decision: while these wait it can be taken back. */
export async function addOfferUndo({ schema }: Transaction<unknown>): Promise<void> {
  await schema.alterTable('offer_changes').addColumn('before', 'text').execute();
  await schema.alterTable('offer_changes').addColumn('outbox_ids', 'text').execute();
}
