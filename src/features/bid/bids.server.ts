import type { Kysely, Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { formatDate, formatEuro } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { OfferChangeRow, OfferRow } from '../../platform/database/owner-schema.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { storedValues } from '../form/form.ts';
import { titleOf } from '../property/listing.ts';
import { momentInWords, priceWords } from '../property/words.server.ts';
import type { OfferFacts } from './bid.ts';

/** What a decision on an offer depends on. */
export const factsOf = ({ state, amount, valid_until }: OfferRow): OfferFacts => ({
  state,
  amount,
  validUntil: valid_until,
});

/** Stores an offer in the transaction of its lead; amount in euros. */
export async function storeOffer(
  transaction: Transaction<Schema>,
  offer: Pick<OfferRow, 'lead_id' | 'property_id' | 'amount' | 'valid_until'>,
  nowMs = Date.now(),
): Promise<OfferRow> {
  return transaction
    .insertInto('offers')
    .values({
      ...offer,
      id: offer.lead_id,
      state: 'open',
      counter_amount: null,
      counter_until: null,
      created_at: new Date(nowMs).toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The offers on a property in the order in which they arrived. */
export const offersOn = (db: Kysely<Schema>, propertyId: string): Promise<OfferRow[]> =>
  db.selectFrom('offers').selectAll().where('property_id', '=', propertyId).orderBy('id').execute();

/** Whether an offer on a property is accepted. */
export const hasAcceptedOffer = async (db: Kysely<Schema>, propertyId: string): Promise<boolean> =>
  (await offersOn(db, propertyId)).some(({ state }) => state === 'accepted');

/** The offer with this ID, which is that of its lead; null when there is none. */
export const findOffer = async ({ db }: Pick<Database, 'db'>, id: string): Promise<OfferRow | null> =>
  (await db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

/** What was done with an offer, oldest first. */
export const changesOf = ({ db }: Pick<Database, 'db'>, offerId: string): Promise<OfferChangeRow[]> =>
  db.selectFrom('offer_changes').selectAll().where('offer_id', '=', offerId).orderBy('id').execute();

/**
 * An offer with all others on its property, which no other transaction changes until this one ends: of two people who
 * accept two offers at once, the second one is told.
 */
export async function lockedOffers(
  transaction: Transaction<Schema>,
  engine: Database['engine'],
  id: string,
): Promise<{ offer: OfferRow; others: OfferRow[] } | null> {
  const own = await transaction.selectFrom('offers').select('property_id').where('id', '=', id).executeTakeFirst();
  if (!own) return null;
  const found = transaction.selectFrom('offers').selectAll().where('property_id', '=', own.property_id).orderBy('id');
  const offers = await (engine === 'postgres' ? found.forUpdate() : found).execute();
  const offer = offers.find((one) => one.id === id);
  return offer ? { offer, others: offers.filter((one) => one.id !== id) } : null;
}

/** Records a change of an offer as part of its transaction, and returns the offer after it. */
export async function recordChange(
  transaction: Transaction<Schema>,
  offer: OfferRow,
  change: Pick<OfferChangeRow, 'kind' | 'staff_id' | 'amount' | 'reason'> & { until?: string | null },
  nowMs: number,
): Promise<OfferRow> {
  const { until = null, ...row } = change;
  await transaction
    .insertInto('offer_changes')
    .values({ ...row, id: newId(nowMs), offer_id: offer.id, at: new Date(nowMs).toISOString() })
    .execute();
  const isCounter = change.kind === 'countered';
  return transaction
    .updateTable('offers')
    .set({ state: change.kind, ...(isCounter && { counter_amount: change.amount, counter_until: until }) })
    .where('id', '=', offer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An offer with what its lead says of it. */
export interface OfferWithLead extends OfferRow {
  reference: string;
  values: Readonly<Record<string, unknown>>;
  /** Its place in the order in which the offers on its property arrived, from 1. */
  place: number;
}

/** The offers on a property with their leads, in the order in which they arrived. */
export async function offersWithLeads({ db }: Pick<Database, 'db'>, propertyId: string): Promise<OfferWithLead[]> {
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

/** The site that writes about an offer, and the secret that signs its links. */
export type Sender = Pick<Ctx, 'secret' | 'site' | 'siteUrl'>;

/** The last day of an offer in words. */
const untilInWords = (until: string | null, language: string): string =>
  until ? formatDate(until, language) : labelsIn(language)('OFFER_UNTIL_DECIDED');

/**
 * What an offer is about, in rows of a mail or a page: property, amounts, moments and loan, without a name. `values`
 * are those of its lead.
 */
export function offerFacts(
  offer: OfferRow,
  values: Readonly<Record<string, unknown>>,
  { site, siteUrl }: Pick<Sender, 'site' | 'siteUrl'>,
  language: string,
) {
  const t = labelsIn(language);
  const listing = site.listing(Number(offer.property_id));
  const title = listing ? titleOf(listing, language) : t('PROPERTY');
  const rows: (readonly [string, string])[] = [
    [t('PROPERTY'), listing ? t('MAIL_REFERENCE', { text: title, reference: listing.reference }) : title],
    ...(listing ? [[t('ASKING_PRICE'), priceWords(listing, language, t)] as const] : []),
    [t('ROW_OFFER'), formatEuro(offer.amount, language)],
    [t('OFFER_RECEIVED'), momentInWords(offer.created_at, language)],
    // Afterwards nothing is valid until a day.
    ...(offer.state === 'open' ? [[t('OFFER_VALID_UNTIL'), untilInWords(offer.valid_until, language)] as const] : []),
    ...(values.financing === 'loan' ? [[t('OFFER_FINANCING'), t('YES')] as const] : []),
    ...(offer.counter_amount === null
      ? []
      : ([
          [t('OFFER_COUNTER'), formatEuro(offer.counter_amount, language)],
          [
            t('OFFER_COUNTER_UNTIL'),
            offer.counter_until ? formatDate(offer.counter_until, language) : t('OFFER_COUNTER_OPEN'),
          ],
        ] as const)),
  ];
  const isShown = listing !== null && !listing.gone;
  return { title, listing, rows, href: isShown ? siteUrl + site.listingPath(listing, language) : null };
}
