import { type Kysely, sql, type Transaction } from 'kysely';
import { recordOf } from '../../values/values.ts';

/** Offers on properties and what was decided on them; offers that were sent before are taken over from their leads. */
export async function createOffers(transaction: Transaction<unknown>): Promise<void> {
  const { schema } = transaction;
  await schema
    .createTable('offers')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('lead_id', 'text', (lead) => lead.notNull().unique())
    .addColumn('property_id', 'text', (property) => property.notNull())
    .addColumn('amount', 'integer', (amount) => amount.notNull())
    .addColumn('valid_until', 'text')
    .addColumn('state', 'text', (state) => state.notNull())
    .addColumn('counter_amount', 'integer')
    .addColumn('counter_until', 'text')
    .addColumn('created_at', 'text', (at) => at.notNull())
    .execute();
  await schema.createIndex('offers_by_property').on('offers').columns(['property_id', 'id']).execute();
  await schema
    .createTable('offer_changes')
    .addColumn('id', 'text', (id) => id.primaryKey().notNull())
    .addColumn('offer_id', 'text', (offer) => offer.notNull())
    .addColumn('kind', 'text', (kind) => kind.notNull())
    .addColumn('at', 'text', (at) => at.notNull())
    .addColumn('staff_id', 'text')
    .addColumn('amount', 'integer')
    .addColumn('reason', 'text')
    .execute();
  await schema.createIndex('offer_changes_by_offer').on('offer_changes').columns(['offer_id', 'id']).execute();
  await takeOver(transaction);
}

/** The ID of an offer is that of its lead, so that both are in the order in which they arrived. */
async function takeOver(transaction: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string; property_id: string; form_values: string; created_at: string }>`
    select id, property_id, form_values, created_at from leads where form = 'offer' and property_id is not null
  `.execute(transaction);
  for (const { id, property_id, form_values, created_at } of rows) {
    const { price, validUntil } = recordOf(JSON.parse(form_values));
    if (typeof price !== 'string' || !/^\d{1,9}$/.test(price)) continue;
    const until = typeof validUntil === 'string' && validUntil !== '' ? validUntil : null;
    await sql`
      insert into offers (id, lead_id, property_id, amount, valid_until, state, created_at)
      values (${id}, ${id}, ${property_id}, ${Number(price)}, ${until}, 'open', ${created_at})
    `.execute(transaction);
  }
}
