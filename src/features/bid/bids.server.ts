import type { Kysely, Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { formatDate, formatEuro } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { BidChangeRow, BidRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { StudioPlace } from '../agency/agency-mail.server.ts';
import { storedValues } from '../form/form.ts';
import { titleOf } from '../property/listing.ts';
import { momentInWords, priceWords } from '../property/words.server.ts';
import type { BidFacts } from './bid.ts';

/** What a decision on a bid depends on. */
export const factsOf = ({ state, amount, valid_until }: BidRow): BidFacts => ({
  state,
  amount,
  validUntil: valid_until,
});

/** Stores a bid in the transaction of its lead; amount in euros. */
export async function storeBid(
  transaction: Transaction<Schema>,
  bid: Pick<BidRow, 'lead_id' | 'property_id' | 'amount' | 'valid_until'>,
  nowMs = Date.now(),
): Promise<BidRow> {
  return transaction
    .insertInto('offers')
    .values({
      ...bid,
      id: bid.lead_id,
      state: 'open',
      counter_amount: null,
      counter_until: null,
      created_at: new Date(nowMs).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The bids on a property in the order in which they arrived. */
export const bidsOn = (db: Kysely<Schema>, propertyId: string): Promise<BidRow[]> =>
  db.selectFrom('offers').selectAll().where('property_id', '=', propertyId).orderBy('id').execute();

/** Whether a bid on a property is accepted. */
export const hasAcceptedBid = async (db: Kysely<Schema>, propertyId: string): Promise<boolean> =>
  (await bidsOn(db, propertyId)).some(({ state }) => state === 'accepted');

/** The bid with this ID, which is that of its lead; null when there is none. */
export const findBid = async ({ db }: Pick<Database, 'db'>, id: string): Promise<BidRow | null> =>
  (await db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** What was done with a bid, oldest first. */
export const changesOf = ({ db }: Pick<Database, 'db'>, bidId: string): Promise<BidChangeRow[]> =>
  db.selectFrom('offer_changes').selectAll().where('offer_id', '=', bidId).orderBy('id').execute();

/**
 * A bid with all others on its property, which no other transaction changes until this one ends: of two people who
 * accept two bids at once, the second one is told.
 */
export async function lockedBids(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  id: string,
): Promise<{ bid: BidRow; others: BidRow[] } | null> {
  const own = await transaction.selectFrom('offers').select('property_id').where('id', '=', id).executeTakeFirst();
  if (!own) return null;
  const found = transaction.selectFrom('offers').selectAll().where('property_id', '=', own.property_id).orderBy('id');
  const bids = await (engine === 'postgres' ? found.forUpdate() : found).execute();
  const bid = bids.find((one) => one.id === id);
  return bid ? { bid, others: bids.filter((one) => one.id !== id) } : null;
}

/** Records a change of a bid as part of its transaction, and returns the bid after it. */
export async function recordChange(
  transaction: Transaction<Schema>,
  bid: BidRow,
  change: Pick<BidChangeRow, 'kind' | 'staff_id' | 'amount' | 'reason'> & { until?: string | null; id?: string },
  nowMs: number,
): Promise<BidRow> {
  const { until = null, id = newId(nowMs), ...row } = change;
  const { state, counter_amount, counter_until } = bid;
  const before = JSON.stringify({ state, counter_amount, counter_until });
  await transaction
    .insertInto('offer_changes')
    .values({ ...row, id, offer_id: bid.id, at: new Date(nowMs).toISOString(), before, outbox_ids: null })
    .execute();
  const isCounter = change.kind === 'countered';
  return transaction
    .updateTable('offers')
    .set({ state: change.kind, ...(isCounter && { counter_amount: change.amount, counter_until: until }) })
    .where('id', '=', bid.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A bid with what its lead says of it. */
export interface BidWithLead extends BidRow {
  reference: string;
  values: Readonly<Record<string, unknown>>;
  /** Its place in the order in which the bids on its property arrived, from 1. */
  place: number;
}

/** The bids on a property with their leads, in the order in which they arrived. */
export async function bidsWithLeads({ db }: Pick<Database, 'db'>, propertyId: string): Promise<BidWithLead[]> {
  const rows = await db
    .selectFrom('offers')
    .innerJoin('leads', 'leads.id', 'offers.lead_id')
    .selectAll('offers')
    .select(['leads.reference', 'leads.form_values'])
    .where('offers.property_id', '=', propertyId)
    .orderBy('offers.id')
    .execute();
  return rows.map(({ form_values, ...row }, at) => ({ ...row, values: storedValues(form_values), place: at + 1 }));
}

/** The site that writes about a bid, and the secret that signs its links. */
export type Sender = Pick<Ctx, 'secret' | 'site'> & StudioPlace;

/** The last day of a bid in words. */
const untilInWords = (until: string | null, language: string): string =>
  until ? formatDate(until, language) : labelsIn(language)('OFFER_UNTIL_DECIDED');

/**
 * What a bid is about, in rows of a mail or a page: property, amounts, moments and loan, without a name. `values`
 * are those of its lead.
 */
export function bidFacts(
  bid: BidRow,
  values: Readonly<Record<string, unknown>>,
  { site, siteUrl }: Pick<Sender, 'site' | 'siteUrl'>,
  language: string,
) {
  const t = labelsIn(language);
  const listing = site.listing(Number(bid.property_id));
  const title = listing ? titleOf(listing, language) : t('PROPERTY');
  const rows: (readonly [string, string])[] = [
    [t('PROPERTY'), listing ? t('MAIL_REFERENCE', { text: title, reference: listing.reference }) : title],
    ...(listing ? [[t('ASKING_PRICE'), priceWords(listing, language, t)] as const] : []),
    [t('ROW_OFFER'), formatEuro(bid.amount, language)],
    [t('OFFER_RECEIVED'), momentInWords(bid.created_at, language)],
    // Afterwards nothing is valid until a day.
    ...(bid.state === 'open' ? [[t('OFFER_VALID_UNTIL'), untilInWords(bid.valid_until, language)] as const] : []),
    ...(values.financing === 'loan' ? [[t('OFFER_FINANCING'), t('YES')] as const] : []),
    ...(bid.counter_amount === null
      ? []
      : ([
          [t('OFFER_COUNTER'), formatEuro(bid.counter_amount, language)],
          [
            t('OFFER_COUNTER_UNTIL'),
            bid.counter_until ? formatDate(bid.counter_until, language) : t('OFFER_COUNTER_OPEN'),
          ],
        ] as const)),
  ];
  const isShown = listing !== null && !listing.gone;
  return { title, listing, rows, href: isShown ? siteUrl + site.listingPath(listing, language) : null };
}
