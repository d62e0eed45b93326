import type { Site } from '../../content/site/site.ts';
import { formatDate, formatEuro } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { OfferRow } from '../../platform/database/offer-schema.ts';
import { titleOf } from '../property/listing.ts';
import { momentInWords, priceWords } from '../property/plain-text.server.ts';

/** The site that writes about an offer, and the secret that signs its links. */
export interface Sender {
  site: Site;
  secret: string;
  siteUrl: string;
}

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
