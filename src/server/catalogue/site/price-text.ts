import type { Listing } from '../../../domain/property/listing.ts';
import { listedPriceOf } from '../../../domain/property/price.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import type { Language } from '../../../i18n/languages.ts';

/** The price of a listing as one line of plain text, for mails, the map and social cards. */
export function priceWords(listing: Listing, language: Language, t: Translate): string {
  const price = listedPriceOf(listing, language);
  if (price.kind === 'hidden') return t('PRICE_ON_REQUEST');
  const amount = price.from ? t('STARTING_FROM', { price: price.amount }) : price.amount;
  return [amount, price.unit ?? (price.perMonth ? t('PER_MONTH') : '')].filter(Boolean).join(' ');
}
